import type { MemoryIgnoring } from '../../agent/ports/memoryDisk';
import type { ImportNode, MemoryProblem } from './expandImports';

/** Whose kind of file it is: `memory` are those of Gemini CLI, the others were written for other agents as well. */
export type MemoryFamily = 'memory' | 'agents' | 'claude' | 'copilot' | 'installed';

/**
 * Why a file counts: by where it is. `private`: the user's own about this project, which is nowhere in it. `near`: because a tool was where it is, or at a file that it is about. `described`: the
 * model is told what it is about, and reads it where that fits.
 */
export type MemoryPlace = 'home' | 'private' | 'extension' | 'above' | 'folder' | 'below' | 'near' | 'described';

/** A file that may hold memory. */
export interface MemoryCandidate {
  readonly path: string;
  readonly family: MemoryFamily;
  readonly place: MemoryPlace;
  /** The folder that it must not lead out of; absent: it is the user's own, or of what they installed. */
  readonly within?: string;
  /** What it imports must be in there. */
  readonly importsFrom: string;
  /** The extension that brings it. */
  readonly extension?: string;
  /** It has a head, which is not for the model. */
  readonly hasHead?: true;
  /** What the model is told in place of what the file says. */
  readonly summary?: string;
}

/** One that counts. */
export interface MemoryFile extends MemoryCandidate {
  /** As the model reads it: seen from the first workspace folder. */
  readonly name: string;
  /** With what it imports; empty where it is left out. */
  readonly text: string;
  readonly tree: ImportNode;
  readonly identity: string;
  /** The user does not want it to count. */
  readonly isLeftOut: boolean;
}

export interface MemoryFound {
  readonly files: readonly MemoryFile[];
  readonly problems: readonly MemoryProblem[];
}

export interface MemorySettings {
  /** What memory files are called; the first one is what new ones are called. */
  readonly fileNames: readonly string[];
  readonly importFormat: 'tree' | 'flat';
  /** How many folders below each workspace folder are looked into. */
  readonly maxFolders: number;
  /** What is in the root of a project. */
  readonly boundaryMarkers: readonly string[];
  /** Those besides `memory` that count. */
  readonly families: readonly MemoryFamily[];
  readonly ignoring: MemoryIgnoring;
}

/** A memory file of an extension. */
export interface ExtensionMemory {
  readonly extension: string;
  /** The folder of the extension, which nothing of it leads out of. */
  readonly folder: string;
  readonly path: string;
}

/** Where memory is looked for. Paths are absolute and without links. */
export interface MemoryHomes {
  /** The folder that holds `.gemini`. */
  readonly home: string;
  /** The workspace folders whose memory counts; none that is not trusted. */
  readonly folders: readonly string[];
  /** What names are seen from, if there is no such folder. */
  readonly base?: string;
  /** The folders of what the user notes for themself about these folders, below `home`. */
  readonly notes?: readonly string[];
}
