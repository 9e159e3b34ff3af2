/** `path` is absolute, with symbolic links resolved. */
export interface WorkspaceFolder {
  readonly name: string;
  readonly path: string;
}

declare const contained: unique symbol;

/** A path that is inside a workspace folder after resolving symbolic links. Only `Workspace.resolve` creates one. */
export interface WorkspacePath {
  readonly [contained]: true;
  /** Absolute and resolved; used by operations. */
  readonly absolute: string;
  /** POSIX path relative to its folder; empty for the folder itself. */
  readonly relative: string;
  /** For the user and the model: `relative`, prefixed with the folder's name if there are several folders. */
  readonly display: string;
  readonly folder: WorkspaceFolder;
  /** True for files that Pollux itself stores for the model to read; no tool may write there. */
  readonly isReadOnly: boolean;
}

export interface FileStat {
  readonly type: 'file' | 'directory' | 'other';
  readonly size: number;
  /** Milliseconds since the epoch. */
  readonly modifiedAt: number;
}

/** `text` keeps its line endings and has no byte-order mark. `isUnsaved`: it comes from an editor, not from disk. */
export interface FileText {
  readonly text: string;
  readonly encoding: string;
  readonly isUnsaved: boolean;
}

/** Some lines of a file. */
export interface FileLines {
  /** Without their endings. A line longer than `maxLength` may be cut, but is then still longer than `maxLength`. */
  readonly lines: readonly string[];
  readonly encoding: string;
  readonly isUnsaved: boolean;
  /** The number of lines in the file; null if its end was not reached. A newline at the end starts no further line. */
  readonly total: number | null;
  /** Whether a newline follows the last of `lines`. */
  readonly endsInNewline: boolean;
}

export interface DirectoryEntry {
  readonly name: string;
  readonly type: 'file' | 'directory' | 'other';
  readonly size: number;
}

/** What excludes a file: git's own ignore files, `.geminiignore`, or an ignore file named in the settings. */
export interface IgnoredBy {
  readonly kind: 'git' | 'gemini' | 'custom';
  /** The file's name, as the user knows it. */
  readonly name: string;
}

export interface FindRequest {
  readonly base: WorkspacePath;
  /** Glob relative to `base`. */
  readonly pattern: string;
  readonly isCaseSensitive: boolean;
  readonly respectGitIgnore: boolean;
  readonly respectGeminiIgnore: boolean;
}

export interface SearchRequest {
  readonly base: WorkspacePath;
  /** Regular expression, or plain text with `isLiteral`. */
  readonly pattern: string;
  readonly isLiteral: boolean;
  readonly isCaseSensitive: boolean;
  /** Globs of files to search, or to leave out. */
  readonly include?: string;
  readonly exclude?: string;
  readonly respectIgnore: boolean;
  /** Selects files, by POSIX path below the base, that the result must not reveal, as if they did not exist. */
  readonly isHidden?: (file: string) => boolean;
  readonly maxMatches: number;
  readonly maxMatchesPerFile?: number;
  readonly before: number;
  readonly after: number;
}

/** `line` is 1-based; `isMatch` is false for a context line. */
export interface SearchLine {
  readonly line: number;
  readonly text: string;
  readonly isMatch: boolean;
}

export interface SearchFile {
  /** POSIX path below the request's base. */
  readonly path: string;
  readonly lines: readonly SearchLine[];
}

export interface SearchResult {
  readonly files: readonly SearchFile[];
  readonly matches: number;
  /** True if `maxMatches` cut the search. */
  readonly isCut: boolean;
}

/** The workspace as it would be if files (by absolute path) had these texts, which are read again each time. */
export type LayeredWorkspace = (workspace: Workspace, texts: () => ReadonlyMap<string, string>) => Workspace;

/** Where a memory applies. */
export type MemoryScope = 'global' | 'project';

/**
 * The user's files, read-only. Reads see unsaved editors. Every path goes through `resolve`, the one place where paths
 * are made absolute, links are resolved and containment is checked.
 */
export interface Workspace {
  folders(): readonly WorkspaceFolder[];
  /**
   * Accepts an absolute path, a path relative to the (first) folder, or one that begins with a folder's name. The last
   * segments need not exist. Throws `ToolError` `path_not_in_workspace` for a path outside every folder.
   */
  resolve(path: string): Promise<WorkspacePath>;
  /**
   * The file for what the model is told to remember: everywhere (`global`, the only one that may be outside every
   * folder), or in the first folder alone (`project`). Null if there is none.
   */
  memoryFile(scope: MemoryScope): Promise<WorkspacePath | null>;
  /** Null if nothing exists there. */
  stat(path: WorkspacePath): Promise<FileStat | null>;
  /** Throws `ToolError` (`file_not_found`, `target_is_directory`, `file_too_large`, `read_content_failure`). */
  readText(path: WorkspacePath): Promise<FileText>;
  /**
   * Lines `first` to `last` (1-based, inclusive), or fewer if the file ends earlier, of a file of any size: memory use
   * is limited to them. Throws like `readText`; `file_too_large` only for encodings that can't be read in parts.
   */
  readLines(
    path: WorkspacePath,
    range: { readonly first: number; readonly last: number; readonly maxLength: number },
    signal: AbortSignal,
  ): Promise<FileLines>;
  /** The first `limit` bytes on disk; throws like `readText`. */
  readBytes(path: WorkspacePath, limit: number): Promise<Uint8Array>;
  list(path: WorkspacePath): Promise<readonly DirectoryEntry[]>;
  /** Those of the POSIX paths below `base` (directories end in `/`) that ignore files exclude. */
  ignored(
    base: WorkspacePath,
    paths: readonly string[],
    which: { readonly git: boolean; readonly gemini: boolean },
  ): Promise<ReadonlySet<string>>;
  /** The ignore file that excludes a path from the tools; null if none does, or if the path is in no folder. */
  ignoredBy(path: WorkspacePath, which: { readonly git: boolean; readonly gemini: boolean }): Promise<IgnoredBy | null>;
  /** Files below `base`, as relative POSIX paths with modification times; leaves out `.git` and `node_modules`. */
  find(
    request: FindRequest,
    signal: AbortSignal,
  ): Promise<{ readonly files: readonly { path: string; modifiedAt: number }[]; readonly ignored: number }>;
  /** Throws `ToolError` `grep_execution_error` with the reason for a bad pattern. */
  search(request: SearchRequest, signal: AbortSignal): Promise<SearchResult>;
}
