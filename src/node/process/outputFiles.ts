import { rmSync } from 'node:fs';
import { mkdtemp, readdir, realpath, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { OutputFiles } from '../../agent/ports/outputFiles';
import { redactKeys } from '../../shared/redact';
import { unlessCode } from '../files/fileErrors';
import { ownFolder } from '../files/ownFolder';
import { once } from '../once';

/** What `mkdtemp` puts behind a name. */
const SUFFIX_LENGTH = 6;

export interface OutputFilesOptions {
  /** Where the folder of this session is made; created if missing. One that is not ours and ours alone is not used. */
  readonly parent: string;
  /** How many texts are kept; older ones make room. */
  readonly maxFiles?: number;
}

export interface DiskOutputFiles extends OutputFiles {
  /** Keeps a text of that session, if one is named. */
  save(name: string, text: string, sessionId?: string): Promise<string>;
  /** Removes what was kept of a session, by this window or an earlier one. */
  forget(sessionId: string): Promise<void>;
  /** The folders of the files, free of links, as far as there are some: what reads may be allowed in. */
  folders(): readonly string[];
  /** Removes all files. */
  dispose(): void;
}

/** Long outputs, without what is shaped like a key, as files that only this person can read, gone when the session is. */
export function createOutputFiles({ parent, maxFiles = 100 }: OutputFilesOptions): DiskOutputFiles {
  const kept: string[] = [];
  const made = new Set<string>();
  const folders = new Map<string, () => Promise<string>>();
  const own = once(() => ownFolder(parent));
  let count = 0;
  const makeFolder = async (prefix: string) => {
    // What mkdtemp makes is open to its owner only.
    const folder = await realpath(await mkdtemp(join(await own(), prefix)));
    made.add(folder);
    return folder;
  };
  const folderOf = (prefix: string) => {
    const make = folders.get(prefix) ?? once(() => makeFolder(prefix));
    folders.set(prefix, make);
    return make();
  };
  return {
    folders: () => [...made],
    async save(name, text, sessionId) {
      const file = join(await folderOf(prefixOf(sessionId)), `${++count}-${plainName(name)}.txt`);
      await writeFile(file, redactKeys(text), { mode: 0o600, flag: 'wx' });
      kept.push(file);
      while (kept.length > maxFiles) rmSync(kept.shift() ?? '', { force: true });
      return file;
    },
    async forget(sessionId) {
      const prefix = prefixOf(sessionId);
      folders.delete(prefix);
      const names = await unlessCode(readdir(await own()), ['ENOENT'], []);
      const theirs = names.filter(name => name.slice(0, -SUFFIX_LENGTH) === prefix);
      await Promise.all(theirs.map(async name => rm(join(await own(), name), { recursive: true, force: true })));
    },
    dispose() {
      for (const folder of made) rmSync(folder, { recursive: true, force: true });
      made.clear();
      folders.clear();
      kept.length = 0;
    },
  };
}

function prefixOf(sessionId: string | undefined): string {
  return sessionId === undefined ? 'outputs-' : `outputs-${plainName(sessionId)}-`;
}

/** What every file system takes for a name. */
function plainName(name: string): string {
  return name.replace(/[^\w-]+/g, '_').slice(0, 40) || 'output';
}
