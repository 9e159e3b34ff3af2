/** A server that an extension brings, as a row of `mcpServers`; the extension's variables and settings are in their places. */
export interface ExtensionServer {
  readonly name: string;
  /** Without `trust`, which an extension can't give. */
  readonly row: Readonly<Record<string, unknown>>;
  /** 1-based, in the extension's manifest. */
  readonly line: number;
}

/** An extension of Gemini CLI that is enabled here, with all that it brings. All paths are absolute and lie in its folder. */
export interface ActiveExtension {
  readonly name: string;
  readonly version: string;
  readonly description?: string;
  /** The folder that it is read from, free of links. */
  readonly path: string;
  /** Its `gemini-extension.json`. */
  readonly file: string;
  /** Memory files that are there. */
  readonly contextFiles: readonly string[];
  readonly mcpServers: readonly ExtensionServer[];
  readonly commandFolders: readonly string[];
  readonly skillFolders: readonly string[];
  readonly agentFolders: readonly string[];
  /** Its `hooks/hooks.json`, as it was read; variables are not in their places yet. Absent: it has none. */
  readonly hooks?: ExtensionText;
  /** Folders of rules, which may deny and ask, but allow nothing. */
  readonly policies: readonly string[];
  /** Entries as those of `tools.exclude`. */
  readonly excludeTools: readonly string[];
  /** Values of its settings by the name of their variable, sensitive ones too: for its own servers and hooks alone. */
  readonly env: Readonly<Record<string, string>>;
}

/** A file that an extension of the editor contributes, for agents to read. */
export interface InstalledFile {
  /** The id of the extension. */
  readonly extension: string;
  /** Its folder. */
  readonly folder: string;
  readonly path: string;
}

/** A file of an extension. `text` is null if it is there and can't be read; then `error` says why. */
export interface ExtensionText {
  readonly file: string;
  readonly text: string | null;
  readonly error?: string;
}

/** The extensions that are enabled here, in the order of their names; read at the first call. Never rejects. */
export type ActiveExtensions = () => Promise<readonly ActiveExtension[]>;

/** A folder of an extension as it was found. */
export interface ExtensionFolder {
  /** Where it is read from, free of links: for one that is linked, the folder that the link names. */
  readonly path: string;
  /** Below the folder of all extensions; the same as `path` unless it is linked. */
  readonly installedAt: string;
  readonly manifest: ExtensionText;
  /** How it was installed, as Gemini CLI notes it. */
  readonly install?: ExtensionText;
}

export interface ExtensionDisk {
  /** All extensions that are installed, sorted by folder. Never rejects. */
  list(): Promise<readonly ExtensionFolder[]>;
  /** `extension-enablement.json`; undefined: there is none. */
  enablement(): Promise<ExtensionText | undefined>;
  /** The absolute path of something in a folder; null if it is not there, not of this kind, or a link leads out of the folder. */
  locate(folder: string, relative: string, kind: 'file' | 'folder'): Promise<string | null>;
  read(file: string): Promise<ExtensionText | undefined>;
  /** POSIX paths of the files below a folder, sorted, as far as they are not too many; links are left out. Never rejects. */
  files(folder: string): Promise<readonly string[]>;
}

/** What is to be installed. */
export interface ExtensionSource {
  /** A folder, an archive or its address, or the address of a git repository, as the user wrote it. */
  readonly source: string;
  /** The branch, tag or commit of a repository. */
  readonly ref?: string;
  readonly isLink?: boolean;
  /** A release that is not final may be taken. */
  readonly allowPreRelease?: boolean;
  /** It is updated without being asked for, as is noted when it is installed. */
  readonly autoUpdate?: boolean;
}

/** How an extension was installed, as Gemini CLI notes it in `.gemini-extension-install.json`. */
export interface InstallMetadata {
  /** A folder, a file or an address. */
  readonly source: string;
  readonly type: 'git' | 'local' | 'link' | 'github-release' | 'archive';
  readonly ref?: string;
  readonly releaseTag?: string;
  /** Of a repository, as it was when it was installed. */
  readonly commit?: string;
  /** Of an archive: its SHA-256 in hex, and what its server calls this state of it. */
  readonly digest?: string;
  readonly etag?: string;
  readonly autoUpdate?: boolean;
  readonly allowPreRelease?: boolean;
}

/** An extension that was fetched, checked for what would lead out of it, and is not installed yet. */
export interface StagedExtension {
  readonly folder: ExtensionFolder;
  /** As it is noted when it is installed. */
  readonly metadata: InstallMetadata;
  /** Takes away what was fetched. */
  discard(): Promise<void>;
}

/** Changes what is installed. Everything throws an `Error` whose message is for the user. */
export interface ExtensionInstaller {
  /** The kind of a source and its full name, without fetching anything. */
  identify(source: ExtensionSource): Promise<Pick<InstallMetadata, 'source' | 'type'> & { readonly isRemote: boolean }>;
  /** Whether there is something else where an extension came from; undefined: only fetching it tells. */
  isOutdated(installed: {
    readonly installedAt: string;
    readonly version: string;
    readonly install: InstallMetadata;
  }): Promise<boolean | undefined>;
  stage(source: ExtensionSource): Promise<StagedExtension>;
  /**
   * Installs it: as a new extension under a name, which no folder may have yet, or in place of one that is installed, the
   * values of whose settings stay.
   */
  place(staged: StagedExtension, at: { readonly name: string } | { readonly installedAt: string }): Promise<void>;
  /** Notes again how an extension was installed. */
  note(installedAt: string, metadata: InstallMetadata): Promise<void>;
  /** Takes away an extension; of one that is linked, the link. */
  remove(installedAt: string): Promise<void>;
  saveEnablement(text: string): Promise<void>;
  /** Stores the value of a setting that is no secret; undefined takes it away. */
  saveValue(installedAt: string, envVar: string, value: string | undefined): Promise<void>;
}
