/** Instructions for one kind of task, in a folder with the files that they need. */
export interface Skill {
  readonly name: string;
  /** When to use it; one line. */
  readonly description: string;
  readonly tier: SkillTier;
  /** Absolute path of its `SKILL.md`. */
  readonly file: string;
  /** The text below the front matter. */
  readonly instructions: string;
  /** A hint for the arguments when its name is typed as a command. */
  readonly argumentHint?: string;
  /** Not declared to the model: only the user invokes it (`disable-model-invocation`). */
  readonly isForUserOnly?: true;
  /** An agent follows it, in its own context (`context: fork`). */
  readonly isForked?: true;
  /** Not available as a command (`user-invocable: false`). */
  readonly isForModelOnly?: true;
}

/** Where it comes from; if two skills have the same name, the workspace's counts. */
export type SkillTier = 'extension' | 'user' | 'workspace';

/** The contents of a skill's folder other than `SKILL.md`. */
export interface SkillFolder {
  /** Absolute, with links resolved. */
  readonly path: string;
  /** POSIX paths below the folder, sorted. */
  readonly files: readonly string[];
  /** True if there are more than those listed. */
  readonly isCut: boolean;
}

export interface Skills {
  /** Reads a skill's file again. Throws `ToolError` if it is gone or no longer usable. */
  read(skill: Skill): Promise<Skill>;
  /** Lists the folder of an approved skill, and allows reading from it from now on. Throws `ToolError`. */
  open(skill: Pick<Skill, 'file'>): Promise<SkillFolder>;
}

/** A place with skills, each in its own folder. */
export interface SkillPlace {
  readonly tier: SkillTier;
  readonly folder: string;
  /** The folders in it that count. Absent: all of them. */
  readonly only?: readonly string[];
  /** Links must resolve to a path inside this folder. */
  readonly within?: string;
}

/** A `SKILL.md` as found. `text` is null if it exists but can't be read; `error` then says why. */
export interface SkillText {
  readonly place: SkillPlace;
  readonly file: string;
  readonly text: string | null;
  readonly error?: string;
}
