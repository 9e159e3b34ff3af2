/** Instructions for one kind of task, in a folder with whatever they need. */
export interface Skill {
  readonly name: string;
  /** When it fits; one line. */
  readonly description: string;
  readonly tier: SkillTier;
  /** Absolute path of its `SKILL.md`. */
  readonly file: string;
  /** The text below the front matter. */
  readonly instructions: string;
  /** What may follow its name where it is typed as a command. */
  readonly argumentHint?: string;
  /** The model is not told of it: the user types its name (`disable-model-invocation`). */
  readonly isForUserOnly?: true;
  /** An agent follows it, in a context of its own (`context: fork`). */
  readonly isForked?: true;
  /** It is no command (`user-invocable: false`). */
  readonly isForModelOnly?: true;
}

/** Whose it is; of two skills of one name, that of the workspace counts. */
export type SkillTier = 'extension' | 'user' | 'workspace';

/** What is in the folder of a skill besides `SKILL.md`. */
export interface SkillFolder {
  /** Absolute and free of links. */
  readonly path: string;
  /** POSIX paths below the folder, sorted. */
  readonly files: readonly string[];
  /** True if there are more than are listed. */
  readonly isCut: boolean;
}

export interface Skills {
  /** A skill as its file has it now. Throws `ToolError` if it is gone or can't be used any more. */
  read(skill: Skill): Promise<Skill>;
  /** Lists the folder of a skill that was approved, which may be read from now on. Throws `ToolError`. */
  open(skill: Pick<Skill, 'file'>): Promise<SkillFolder>;
}

/** A place where skills are kept: each in a folder of its own. */
export interface SkillPlace {
  readonly tier: SkillTier;
  readonly folder: string;
  /** The folders in it that count; absent: all of them. */
  readonly only?: readonly string[];
  /** What links lead to must be in this folder. */
  readonly within?: string;
}

/** A `SKILL.md` as it was found. `text` is null if it is there and can't be read; then `error` says why. */
export interface SkillText {
  readonly place: SkillPlace;
  readonly file: string;
  readonly text: string | null;
  readonly error?: string;
}
