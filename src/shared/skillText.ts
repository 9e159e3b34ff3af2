/** A skill as it is given to the model. */
export interface SkillContent {
  readonly name: string;
  readonly instructions: string;
}

/** The files that come with a skill. `files` are POSIX paths relative to `path`. */
export interface SkillResources {
  readonly path: string;
  readonly files: readonly string[];
  readonly isCut: boolean;
}

/** Whether instructions of a skill contain Claude Code's placeholder for arguments. */
export function takesArguments(instructions: string): boolean {
  return /\$ARGUMENTS\b/.test(instructions);
}

/** Instructions of a skill with the arguments in place of Claude Code's placeholder. */
export function withArguments(instructions: string, args: string): string {
  return instructions.replace(/\$ARGUMENTS\b/g, () => args);
}

/** The instructions of a skill and the files that come with it, for the model. */
export function skillText({ name, instructions }: SkillContent, resources: SkillResources): string {
  return [
    `<skill name="${name}">`,
    instructions === '' ? '(no instructions)' : instructions,
    '</skill>',
    skillFolderText(resources),
  ].join('\n');
}

/** The directory of a skill and the files that come with it, for the model. */
export function skillFolderText({ path, files, isCut }: SkillResources): string {
  const listed = files.map(file => `- ${file}`);
  const list =
    files.length === 0 ? ['There are no other files in it.'] : ['Files in it, which you may read:', ...listed];
  return [
    `The folder of the skill is ${path}; paths in its instructions are relative to it.`,
    ...list,
    ...(isCut ? ['(and more)'] : []),
  ].join('\n');
}
