import { rmSync } from 'node:fs';
import { mkdir, mkdtemp, realpath, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { OutputFiles } from '../agent/ports/outputFiles';
import { once } from './once';

export interface OutputFilesOptions {
  /** Where the folder of this session is made; created if missing. */
  readonly parent: string;
  /** How many texts are kept; older ones make room. */
  readonly maxFiles?: number;
}

export interface DiskOutputFiles extends OutputFiles {
  /** The folder of the files, free of links, once there is one: what reads may be allowed in. */
  folders(): readonly string[];
  /** Removes all files. */
  dispose(): void;
}

/** Long outputs as files that only this person can read, gone when the session is. */
export function createOutputFiles({ parent, maxFiles = 100 }: OutputFilesOptions): DiskOutputFiles {
  const kept: string[] = [];
  let folder: string | null = null;
  let count = 0;
  const makeFolder = once(async () => {
    await mkdir(parent, { recursive: true, mode: 0o700 });
    // What mkdtemp makes is open to its owner only.
    folder = await realpath(await mkdtemp(join(parent, 'outputs-')));
    return folder;
  });
  return {
    folders: () => (folder === null ? [] : [folder]),
    async save(name, text) {
      const file = join(await makeFolder(), `${++count}-${plainName(name)}.txt`);
      await writeFile(file, text, { mode: 0o600, flag: 'wx' });
      kept.push(file);
      while (kept.length > maxFiles) rmSync(kept.shift() ?? '', { force: true });
      return file;
    },
    dispose() {
      if (folder !== null) rmSync(folder, { recursive: true, force: true });
      kept.length = 0;
    },
  };
}

/** What every file system takes for a name. */
function plainName(name: string): string {
  return name.replace(/[^\w-]+/g, '_').slice(0, 40) || 'output';
}
