/** What there is at a path. `identity` is the same for two names of one file. */
export type MemoryRead =
  | { readonly kind: 'text'; readonly text: string; readonly identity: string; readonly isCut: boolean }
  | { readonly kind: 'missing' }
  /** It leads out of the folder that it must be in. */
  | { readonly kind: 'outside' }
  | { readonly kind: 'unreadable'; readonly reason: string };

export interface MemoryReadOptions {
  /** The folder that the file must be in, links resolved; absent: any. */
  readonly within?: string | undefined;
  /** More bytes are not read. */
  readonly limit: number;
}

/** The names in a folder, sorted; links to folders are left out. */
export interface MemoryListing {
  readonly folders: readonly string[];
  /** Those that were asked for, among them links to files. */
  readonly files: readonly string[];
}

/** Which ignore files keep folders from being looked into. */
export interface MemoryIgnoring {
  readonly git: boolean;
  readonly gemini: boolean;
  readonly custom: readonly string[];
}

/** Looks into the folders below one. */
export interface MemoryLister {
  /** Of a folder, without folders that hold no work of the user's. A folder that can't be read looks empty. */
  list(folder: string, isWanted: (name: string) => boolean): Promise<MemoryListing>;
  /** Whether ignore files exclude what is at a path below the folder. */
  isIgnored(path: string, type: 'file' | 'folder'): boolean;
}

/** Where memory files are. Paths are absolute. Nothing rejects. */
export interface MemoryDisk {
  /** Reads text. What is no ordinary file is not opened. */
  read(path: string, options: MemoryReadOptions): Promise<MemoryRead>;
  /** Whether there is anything by that name. */
  exists(path: string): Promise<boolean>;
  /** Reads the ignore files of `top` as they are now. */
  lister(top: string, ignoring: MemoryIgnoring): MemoryLister;
}
