import { rmSync } from 'node:fs';
import { mkdtemp, readdir, realpath, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { OutputFiles, OutputRecord } from '../../agent/ports/outputFiles';
import { redactKeys } from '../../shared/redact';
import { unlessCode } from '../files/fileErrors';
import { ownFolder } from '../files/ownFolder';
import { once } from '../once';
import { OutputRecorder } from './outputRecorder';

const GIB = 1024 * 1024 * 1024;
/** The length of `mkdtemp`'s random suffix. */
const SUFFIX_LENGTH = 6;

export interface OutputFilesOptions {
  /** The parent of this session's directory; created if missing. Not used unless it belongs to this user only. */
  readonly parent: string;
  /** The limits for the number of texts, the bytes per text and the total bytes; the oldest are deleted first. */
  readonly maxFiles?: number;
  readonly maxFileBytes?: number;
  readonly maxBytes?: number;
}

export interface DiskOutputFiles extends OutputFiles {
  /** Stores a text, for a session if one is given. */
  save(name: string, text: string, sessionId?: string): Promise<string>;
  saveBytes(name: string, bytes: Uint8Array, ending: string, sessionId?: string): Promise<string>;
  record(name: string, sessionId?: string): OutputRecord;
  /** Deletes a session's texts, whether from this window or an earlier one. */
  forget(sessionId: string): Promise<void>;
  /** The existing directories of the files, free of links; reading may be allowed there. */
  folders(): readonly string[];
  /** Deletes all files. */
  dispose(): void;
}

/** Stores long outputs, with keys redacted, as files that only this user can read; deleted with the session. */
export function createOutputFiles(options: OutputFilesOptions): DiskOutputFiles {
  const { parent, maxFiles = 100, maxFileBytes = GIB, maxBytes = 2 * GIB } = options;
  const kept: { readonly file: string; readonly bytes: number }[] = [];
  const made = new Set<string>();
  const folders = new Map<string, () => Promise<string>>();
  const own = once(() => ownFolder(parent));
  let count = 0;
  const makeFolder = async (prefix: string) => {
    // mkdtemp creates directories that only their owner can access.
    const folder = await realpath(await mkdtemp(join(await own(), prefix)));
    made.add(folder);
    return folder;
  };
  const folderOf = (prefix: string) => {
    const make = folders.get(prefix) ?? once(() => makeFolder(prefix));
    folders.set(prefix, make);
    return make();
  };
  const newFile = async (name: string, sessionId: string | undefined, ending = 'txt') =>
    join(await folderOf(prefixOf(sessionId)), `${++count}-${plainName(name)}.${plainName(ending)}`);
  const write = async (file: string, bytes: Uint8Array) => {
    await writeFile(file, bytes, { mode: 0o600, flag: 'wx' });
    keep(file, bytes.length);
    return file;
  };
  const keep = (file: string, bytes: number) => {
    kept.push({ file, bytes });
    const isTooMuch = () => kept.reduce((sum, each) => sum + each.bytes, 0) > maxBytes;
    while (kept.length > maxFiles || (kept.length > 1 && isTooMuch()))
      rmSync(kept.shift()?.file ?? '', { force: true });
  };
  return {
    folders: () => [...made],
    async save(name, text, sessionId) {
      return write(await newFile(name, sessionId), Buffer.from(redactKeys(text)));
    },
    async saveBytes(name, bytes, ending, sessionId) {
      return write(await newFile(name, sessionId, ending), bytes);
    },
    record(name, sessionId) {
      const recorder = new OutputRecorder({ newFile: () => newFile(name, sessionId), maxBytes: maxFileBytes });
      return {
        write: text => recorder.write(text),
        async end() {
          const recorded = await recorder.end();
          if (recorded && 'file' in recorded) keep(recorded.file, (await stat(recorded.file)).size);
          return recorded;
        },
      };
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

/** Makes a name valid on every file system. */
function plainName(name: string): string {
  return name.replace(/[^\w-]+/g, '_').slice(0, 40) || 'output';
}
