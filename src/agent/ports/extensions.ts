/** A server that an extension contributes, as an entry of `mcpServers`; variables and settings are substituted. */
export interface ExtensionServer {
  readonly name: string;
  /** Without `trust`, which an extension can't grant. */
  readonly row: Readonly<Record<string, unknown>>;
  /** 1-based, in the extension's manifest. */
  readonly line: number;
}

/** An enabled extension of Gemini CLI, with everything it contributes. All paths are absolute and inside its folder. */
export interface ActiveExtension {
  readonly name: string;
  readonly version: string;
  readonly description?: string;
  /** The folder that it is read from, with links resolved. */
  readonly path: string;
  /** Its `gemini-extension.json`. */
  readonly file: string;
  /** Memory files that exist. */
  readonly contextFiles: readonly string[];
  readonly mcpServers: readonly ExtensionServer[];
  readonly commandFolders: readonly string[];
  readonly skillFolders: readonly string[];
  readonly agentFolders: readonly string[];
  /** Its `hooks/hooks.json` as read, with variables not substituted yet. Absent: it has none. */
  readonly hooks?: ExtensionText;
  /** Folders of rules, which may deny and ask, but not allow. */
  readonly policies: readonly string[];
  /** Entries in the format of `tools.exclude`. */
  readonly excludeTools: readonly string[];
  /** Values of its settings by variable name, including sensitive ones; only for its own servers and hooks. */
  readonly env: Readonly<Record<string, string>>;
}

/** A file that an extension of the editor contributes, for agents to read. */
export interface InstalledFile {
  /** The extension's id. */
  readonly extension: string;
  /** The extension's folder. */
  readonly folder: string;
  readonly path: string;
}

/** A file of an extension. `text` is null if it exists but can't be read; `error` then says why. */
export interface ExtensionText {
  readonly file: string;
  readonly text: string | null;
  readonly error?: string;
}

/** The extensions that are enabled here, sorted by name; read at the first call. Never rejects. */
export type ActiveExtensions = () => Promise<readonly ActiveExtension[]>;

/** An extension's folder as found. */
export interface ExtensionFolder {
  /** Where it is read from, with links resolved; for a linked extension, the link's target. */
  readonly path: string;
  /** Its path below the folder of all extensions; the same as `path` unless it is linked. */
  readonly installedAt: string;
  readonly manifest: ExtensionText;
  /** How it was installed, as Gemini CLI records it. */
  readonly install?: ExtensionText;
}

/** `path` is absolute; null if there is nothing, or nothing to be used: `error` then says why. */
export type LocatedPath = { readonly path: string } | { readonly path: null; readonly error?: string };

export interface ExtensionDisk {
  /** All installed extensions, sorted by folder. Never rejects. */
  list(): Promise<readonly ExtensionFolder[]>;
  /** The text of `extension-enablement.json`; undefined if it does not exist. */
  enablement(): Promise<ExtensionText | undefined>;
  /** Finds something in a folder. Never rejects. */
  locate(folder: string, relative: string, kind: 'file' | 'folder'): Promise<LocatedPath>;
  read(file: string): Promise<ExtensionText | undefined>;
  /** POSIX paths of the files below a folder, sorted, up to a limit; links are left out. Never rejects. */
  files(folder: string): Promise<readonly string[]>;
}

/** What to install. */
export interface ExtensionSource {
  /** A folder, an archive or its address, or the address of a git repository, as the user wrote it. */
  readonly source: string;
  /** The branch, tag or commit of a repository. */
  readonly ref?: string;
  readonly isLink?: boolean;
  /** Allows pre-releases. */
  readonly allowPreRelease?: boolean;
  /** Update it automatically; recorded when it is installed. */
  readonly autoUpdate?: boolean;
}

/** How an extension was installed, as Gemini CLI records it in `.gemini-extension-install.json`. */
export interface InstallMetadata {
  /** A folder, a file or an address. */
  readonly source: string;
  readonly type: 'git' | 'local' | 'link' | 'github-release' | 'archive';
  readonly ref?: string;
  readonly releaseTag?: string;
  /** The repository's commit when it was installed. */
  readonly commit?: string;
  /** For an archive: its SHA-256 in hex, and the server's ETag for it. */
  readonly digest?: string;
  readonly etag?: string;
  readonly autoUpdate?: boolean;
  readonly allowPreRelease?: boolean;
}

/** An extension that was fetched and checked for paths that lead outside of it, but is not installed yet. */
export interface StagedExtension {
  readonly folder: ExtensionFolder;
  /** As it will be recorded on installation. */
  readonly metadata: InstallMetadata;
  /** Deletes what was fetched. */
  discard(): Promise<void>;
}

/** Changes what is installed. Everything throws an `Error` whose message is for the user. */
export interface ExtensionInstaller {
  /** The kind of a source and its full name, without fetching anything. */
  identify(source: ExtensionSource): Promise<Pick<InstallMetadata, 'source' | 'type'> & { readonly isRemote: boolean }>;
  /** Whether the extension's source has something newer; undefined if only fetching it would tell. */
  isOutdated(installed: {
    readonly installedAt: string;
    readonly version: string;
    readonly install: InstallMetadata;
  }): Promise<boolean | undefined>;
  stage(source: ExtensionSource): Promise<StagedExtension>;
  /** Installs it under a name that no folder has yet, or in place of an installed one, whose setting values remain. */
  place(staged: StagedExtension, at: { readonly name: string } | { readonly installedAt: string }): Promise<void>;
  /** Rewrites the record of how an extension was installed. */
  note(installedAt: string, metadata: InstallMetadata): Promise<void>;
  /** Removes an extension; for a linked one, only the link. */
  remove(installedAt: string): Promise<void>;
  saveEnablement(text: string): Promise<void>;
  /** Stores the value of a setting that is not secret; undefined removes it. */
  saveValue(installedAt: string, envVar: string, value: string | undefined): Promise<void>;
}
