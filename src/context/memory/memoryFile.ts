import type { MemoryIgnoring } from '../../agent/ports/memoryDisk';
import type { ImportNode, MemoryProblem } from './expandImports';

/** The kind of file: `memory` are Gemini CLI's; the others were written for other agents too. */
export type MemoryFamily = 'memory' | 'agents' | 'claude' | 'copilot' | 'installed';

/**
 * Why a file counts, by its location. `private`: the user's own notes about this project, stored outside of it.
 * `near`: a tool worked in its folder, or on a file that it is about. `described`: the model gets its description,
 * and reads the file if that fits.
 */
export type MemoryPlace = 'home' | 'private' | 'extension' | 'above' | 'folder' | 'below' | 'near' | 'described';

/** A file that may contain memory. */
export interface MemoryCandidate {
  readonly path: string;
  readonly family: MemoryFamily;
  readonly place: MemoryPlace;
  /** The file must not lead out of this folder; absent for the user's own files. */
  readonly within?: string;
  /** The folder that its imports must be in. */
  readonly importsFrom: string;
  /** The extension that provides it. */
  readonly extension?: string;
  /** It has front matter, which the model doesn't get. */
  readonly hasHead?: true;
  /** What the model gets instead of the file's text. */
  readonly summary?: string;
}

/** A memory file that counts. */
export interface MemoryFile extends MemoryCandidate {
  /** Its name for the model: relative to the first workspace folder. */
  readonly name: string;
  /** Includes its imports; empty if it is left out. */
  readonly text: string;
  readonly tree: ImportNode;
  readonly identity: string;
  /** The user has excluded it. */
  readonly isLeftOut: boolean;
}

export interface MemoryFound {
  readonly files: readonly MemoryFile[];
  readonly problems: readonly MemoryProblem[];
  /** Files that count once a tool works on a file that they are about. */
  readonly waiting?: readonly WaitingMemory[];
}

/** `globs`: the files that it is about. */
export interface WaitingMemory {
  readonly candidate: MemoryCandidate;
  readonly globs: readonly string[];
}

export interface MemorySettings {
  /** The names of memory files; the first one is used for new files. */
  readonly fileNames: readonly string[];
  readonly importFormat: 'tree' | 'flat';
  /** How many folders below each workspace folder are searched. */
  readonly maxFolders: number;
  /** Files or folders that mark the root of a project. */
  readonly boundaryMarkers: readonly string[];
  /** The families, other than `memory`, that count. */
  readonly families: readonly MemoryFamily[];
  readonly ignoring: MemoryIgnoring;
}

/** A memory file of an extension. */
export interface ExtensionMemory {
  readonly extension: string;
  /** The extension's folder, which its files must not lead out of. */
  readonly folder: string;
  readonly path: string;
}

/** Where memory is searched. Paths are absolute and contain no links. */
export interface MemoryHomes {
  /** The folder that contains `.gemini`. */
  readonly home: string;
  /** The workspace folders whose memory counts; only trusted ones. */
  readonly folders: readonly string[];
  /** What names are relative to if there is no such folder. */
  readonly base?: string;
  /** The folders with the user's notes about these workspace folders, below `home`. */
  readonly notes?: readonly string[];
}
