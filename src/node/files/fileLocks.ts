import { createHash } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { FileLocks } from '../../agent/ports/fileLocks';
import { ToolError } from '../../shared/errors';
import { once } from '../once';
import { realTarget } from './containment';
import { codeOf } from './fileErrors';
import { takeLock, type FileLock } from './fileLock';
import { isOwn } from './ownFolder';
import { temporaryRoot, userLabel } from './temporaryRoot';

export interface FileLocksOptions {
  /** The directories for locks; the first usable one is used. */
  readonly folders: readonly string[];
  readonly waitMs?: number;
}

/** Generous, because saving in an editor may run formatters and other extensions. */
const WAIT_MS = 60_000;
const POLL_MS = 8;
const CANT_LOCK = ['EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'EDQUOT', 'ENOENT', 'ENOTDIR', 'EIO'];

/** The directories for locks: among Pollux's files or, if nothing can be written there, among temporary files. */
export function lockFolders(home: string): readonly string[] {
  return [join(home, '.pollux', 'locks'), join(temporaryRoot(home), `pollux-locks-${userLabel()}`)];
}

export function createFileLocks({ folders, waitMs = WAIT_MS }: FileLocksOptions): FileLocks {
  const folder = once(() => firstUsable(folders));
  /** The pending work for each file in this process, whose lock files don't exclude each other. */
  const queues = new Map<string, Promise<unknown>>();

  const take = async ({ file, name }: Target): Promise<FileLock | null> => {
    const place = await folder();
    if (place === null) return null;
    const lock = join(place, `${createHash('sha256').update(name).digest('hex').slice(0, 32)}.lock`);
    for (const end = performance.now() + waitMs; ;) {
      try {
        const taken = await takeLock(lock);
        if (taken) return taken;
      } catch (error) {
        // Without a lock, an edit is still checked against the file's content.
        if (CANT_LOCK.includes(codeOf(error))) return null;
        throw error;
      }
      if (performance.now() > end) throw inUse(file);
      await delay(1 + Math.random() * POLL_MS);
    }
  };

  const holdingOne = <T>({ file, name }: Target, work: () => Promise<T>): Promise<T> => {
    const result = (queues.get(name) ?? Promise.resolve()).then(async () => {
      const lock = await take({ file, name });
      try {
        return await work();
      } finally {
        await lock?.release();
      }
    });
    const ended: Promise<void> = result
      .then(() => undefined)
      .catch(() => undefined) // the caller gets the failure
      .finally(() => {
        if (queues.get(name) === ended) queues.delete(name);
      });
    queues.set(name, ended);
    return result;
  };

  return {
    async holding(files, work) {
      const targets = files.map(file => [nameOf(file), file] as const);
      // All processes use the same order, which prevents deadlocks.
      const ordered = [...new Map(targets)].sort(([a], [b]) => (a < b ? 1 : -1));
      return ordered.reduce(
        (inner, [name, file]) =>
          () =>
            holdingOne({ file, name }, inner),
        work,
      )();
    },
  };
}

/** A file as the caller named it, and its canonical name. */
interface Target {
  readonly file: string;
  readonly name: string;
}

/** Returns the link-free path; a path whose links can't be resolved is returned unchanged. */
function nameOf(file: string): string {
  try {
    return realTarget(file);
  } catch (error) {
    if (error instanceof ToolError) return file;
    throw error;
  }
}

function inUse(file: string): ToolError {
  return new ToolError('file_write_failure', `Another window or run of Pollux is writing this file: ${file}`);
}

async function firstUsable(folders: readonly string[]): Promise<string | null> {
  for (const folder of folders) if (await isUsable(folder)) return folder;
  return null;
}

/** Whether `folder` belongs to this user alone and locks can be created in it; creates it if missing. */
async function isUsable(folder: string): Promise<boolean> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    if (!(await isOwn(folder))) return false;
    await (await takeLock(join(folder, `${process.pid}.probe`)))?.release();
    return true;
  } catch (error) {
    if (CANT_LOCK.includes(codeOf(error)) || codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}
