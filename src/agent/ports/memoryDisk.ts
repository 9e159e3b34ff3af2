/** The result of reading a path. `identity` is the same for two names of one file. */
export type MemoryRead =
  | { readonly kind: 'text'; readonly text: string; readonly identity: string; readonly isCut: boolean }
  | { readonly kind: 'missing' }
  /** It resolves to a path outside the folder that it must be in. */
  | { readonly kind: 'outside' }
  | { readonly kind: 'unreadable'; readonly reason: string };

export interface MemoryReadOptions {
  /** The folder that the file must be in after links are resolved. Absent: any. */
  readonly within?: string | undefined;
  /** The maximum number of bytes to read. */
  readonly limit: number;
}

/** The names in a folder, sorted; links to folders are left out. */
export interface MemoryListing {
  readonly folders: readonly string[];
  /** The requested ones, including links to files. */
  readonly files: readonly string[];
}

/** Which ignore files exclude folders from the search. */
export interface MemoryIgnoring {
  readonly git: boolean;
  readonly gemini: boolean;
  readonly custom: readonly string[];
}

/** Lists the folders below a top folder. */
export interface MemoryLister {
  /** Lists a folder, leaving out folders that never contain the user's work. An unreadable folder looks empty. */
  list(folder: string, isWanted: (name: string) => boolean): Promise<MemoryListing>;
  /** Whether ignore files exclude a path below the top folder. */
  isIgnored(path: string, type: 'file' | 'folder'): boolean;
}

/** Access to memory files. Paths are absolute. Nothing rejects. */
export interface MemoryDisk {
  /** Reads a text file; anything but a regular file is not opened. */
  read(path: string, options: MemoryReadOptions): Promise<MemoryRead>;
  /** Whether anything with that name exists. */
  exists(path: string): Promise<boolean>;
  /** Reads the current ignore files of `top`. */
  lister(top: string, ignoring: MemoryIgnoring): MemoryLister;
}
