/** Whose a command of a file is; of two with one name, that of the workspace counts, then the user's own. */
export type CommandTier = 'extension' | 'user' | 'workspace';

/** `toml`: of Gemini CLI. `prompt`: `*.prompt.md` of VS Code. `claude`: Markdown of Claude Code. */
export type CommandFormat = 'toml' | 'prompt' | 'claude';

/** A folder with command files. */
export interface CommandPlace {
  readonly tier: CommandTier;
  readonly format: CommandFormat;
  readonly folder: string;
  /** The one file in it that counts; absent: all. */
  readonly only?: string;
  /** The extension that brings it. */
  readonly extension?: string;
  /** No file may lead out of this folder. */
  readonly within?: string;
}

/** A file as it was found; `path` is POSIX, below the place's folder. `text` null: it can't be read, and `error` says why. */
export interface CommandText {
  readonly place: CommandPlace;
  readonly file: string;
  readonly path: string;
  readonly text: string | null;
  readonly error?: string;
}
