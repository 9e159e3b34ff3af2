/** `path` is absolute and free of symbolic links. */
export interface WorkspaceFolder {
  readonly name: string;
  readonly path: string;
}

declare const contained: unique symbol;

/** A path inside a workspace folder after resolving symbolic links. Only `Workspace.resolve` makes one. */
export interface WorkspacePath {
  readonly [contained]: true;
  /** Absolute and resolved: what operations use. */
  readonly absolute: string;
  /** POSIX path below its folder; empty for the folder itself. */
  readonly relative: string;
  /** As people and the model read it: `relative`, with the folder's name in front where there are several folders. */
  readonly display: string;
  readonly folder: WorkspaceFolder;
  /** True for what Pollux itself keeps for the model to read; no tool may write there. */
  readonly isReadOnly: boolean;
}

export interface FileStat {
  readonly type: 'file' | 'directory' | 'other';
  readonly size: number;
  /** Milliseconds since the epoch. */
  readonly modifiedAt: number;
}

/** `text` keeps its line endings and is without byte-order mark. `isUnsaved`: it comes from an editor, not the disk. */
export interface FileText {
  readonly text: string;
  readonly encoding: string;
  readonly isUnsaved: boolean;
}

/** Some lines of a file. */
export interface FileLines {
  /** Without their endings. A line longer than was asked for may be there in part, but still longer than that. */
  readonly lines: readonly string[];
  readonly encoding: string;
  readonly isUnsaved: boolean;
  /** How many lines the file has; null where its end was not seen. A newline at the end begins no further one. */
  readonly total: number | null;
  /** Whether a newline follows the last of `lines`. */
  readonly endsInNewline: boolean;
}

export interface DirectoryEntry {
  readonly name: string;
  readonly type: 'file' | 'directory' | 'other';
  readonly size: number;
}

/** What excludes a file: git's own ignore files, `.geminiignore`, or one that settings name. */
export interface IgnoredBy {
  readonly kind: 'git' | 'gemini' | 'custom';
  /** As people know the file. */
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
  /** Files, by their POSIX paths below the base, of which a result tells nothing at all, as if they were not there. */
  readonly isHidden?: (file: string) => boolean;
  readonly maxMatches: number;
  readonly maxMatchesPerFile?: number;
  readonly before: number;
  readonly after: number;
}

/** `line` is 1-based; `isMatch` false for a line of context. */
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

/** A workspace as it would be if files held these texts (by absolute path), which are as they are at the moment. */
export type LayeredWorkspace = (workspace: Workspace, texts: () => ReadonlyMap<string, string>) => Workspace;

/** Where something is remembered for. */
export type MemoryScope = 'global' | 'project';

/**
 * The user's files, read only. Reads see unsaved editors. Every path goes through `resolve`, the one place where paths
 * are made absolute, freed of links and contained.
 */
export interface Workspace {
  folders(): readonly WorkspaceFolder[];
  /**
   * Takes an absolute path, or one relative to the (first) folder or beginning with a folder's name. The last segments
   * need not exist. Throws `ToolError` `path_not_in_workspace` for whatever leads outside every folder.
   */
  resolve(path: string): Promise<WorkspacePath>;
  /**
   * The file that holds what the model is told to remember: everywhere (`global`, the one that may lie outside of every folder),
   * or in the first folder alone (`project`). Null if there is none.
   */
  memoryFile(scope: MemoryScope): Promise<WorkspacePath | null>;
  /** Null if there is nothing. */
  stat(path: WorkspacePath): Promise<FileStat | null>;
  /** Throws `ToolError` (`file_not_found`, `target_is_directory`, `file_too_large`, `read_content_failure`). */
  readText(path: WorkspacePath): Promise<FileText>;
  /**
   * Lines `first` to `last` (1-based, inclusive), as far as there are so many, of a file of any size: never more of it
   * is held in memory. Throws like `readText`; `file_too_large` only for encodings that can't be read in parts.
   */
  readLines(
    path: WorkspacePath,
    range: { readonly first: number; readonly last: number; readonly maxLength: number },
    signal: AbortSignal,
  ): Promise<FileLines>;
  /** The first `limit` bytes on disk; throws like `readText`. */
  readBytes(path: WorkspacePath, limit: number): Promise<Uint8Array>;
  list(path: WorkspacePath): Promise<readonly DirectoryEntry[]>;
  /** Of POSIX paths below `base` (directories end in `/`), those that ignore files exclude. */
  ignored(
    base: WorkspacePath,
    paths: readonly string[],
    which: { readonly git: boolean; readonly gemini: boolean },
  ): Promise<ReadonlySet<string>>;
  /** Which ignore file keeps a path from the tools; null if none does, and for what lies in no folder. */
  ignoredBy(path: WorkspacePath, which: { readonly git: boolean; readonly gemini: boolean }): Promise<IgnoredBy | null>;
  /** Files below `base`, as POSIX paths relative to it with their times; `.git` and `node_modules` are left out. */
  find(
    request: FindRequest,
    signal: AbortSignal,
  ): Promise<{ readonly files: readonly { path: string; modifiedAt: number }[]; readonly ignored: number }>;
  /** Throws `ToolError` `grep_execution_error` with the reason for a bad pattern. */
  search(request: SearchRequest, signal: AbortSignal): Promise<SearchResult>;
}
