/** Where a custom command comes from. If two have the same name, the workspace's wins, then the user's. */
export type CommandTier = 'extension' | 'user' | 'workspace';

/** `toml`: Gemini CLI. `prompt`: `*.prompt.md` of VS Code. `claude`: Markdown of Claude Code. */
export type CommandFormat = 'toml' | 'prompt' | 'claude';

/** A folder with command files. */
export interface CommandPlace {
  readonly tier: CommandTier;
  readonly format: CommandFormat;
  readonly folder: string;
  /** The only file in it that counts. Absent: all. */
  readonly only?: string;
  /** The extension that contributes it. */
  readonly extension?: string;
  /** Files that resolve to a path outside this folder are ignored. */
  readonly within?: string;
}

/** A file as found; `path` is POSIX, relative to the place's folder. `text` null: can't be read; `error` says why. */
export interface CommandText {
  readonly place: CommandPlace;
  readonly file: string;
  readonly path: string;
  readonly text: string | null;
  readonly error?: string;
}
