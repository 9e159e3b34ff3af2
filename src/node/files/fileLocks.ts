import { createHash } from 'node:crypto';
import { lstat, mkdir } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { FileLocks } from '../../agent/ports/fileLocks';
import { ToolError } from '../../shared/errors';
import { once } from '../once';
import { realTarget } from './containment';
import { codeOf } from './fileErrors';
import { takeLock, type FileLock } from './fileLock';

export interface FileLocksOptions {
  /** Where the locks are, the first that can be used. */
  readonly folders: readonly string[];
  readonly waitMs?: number;
}

/** Saving in an editor may take a while: formatters and other extensions have their say. */
const WAIT_MS = 60_000;
const POLL_MS = 8;
const CANT_LOCK = ['EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'EDQUOT', 'ENOENT', 'ENOTDIR', 'EIO'];

/** Where locks are kept: with all else of Pollux or, where nothing can be written there, among temporary files. */
export function lockFolders(home: string): readonly string[] {
  const user = process.geteuid?.() ?? userInfo().username;
  return [join(home, '.pollux', 'locks'), join(tmpdir(), `pollux-locks-${user}`)];
}

export function createFileLocks({ folders, waitMs = WAIT_MS }: FileLocksOptions): FileLocks {
  const folder = once(() => firstUsable(folders));
  /** What waits for each file in this process, whose own locks don't count among themselves. */
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
        // Without a place for a lock an edit is still checked against what the file holds.
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
      .catch(() => undefined) // whoever waits for the result gets the failure
      .finally(() => {
        if (queues.get(name) === ended) queues.delete(name);
      });
    queues.set(name, ended);
    return result;
  };

  return {
    async holding(files, work) {
      const targets = await Promise.all(files.map(async file => [await nameOf(file), file] as const));
      // In one order for everybody, so that no two wait for each other.
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

/** A file as somebody named it, and by the one name that is its own. */
interface Target {
  readonly file: string;
  readonly name: string;
}

/** Where it leads; a link that leads nowhere has its own name. */
async function nameOf(file: string): Promise<string> {
  try {
    return await realTarget(file);
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

/** A folder of our own that nobody else has put there. */
async function isUsable(folder: string): Promise<boolean> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const stats = await lstat(folder);
    if (!stats.isDirectory() || (process.geteuid && stats.uid !== process.geteuid())) return false;
    await (await takeLock(join(folder, `${process.pid}.probe`)))?.release();
    return true;
  } catch (error) {
    if (CANT_LOCK.includes(codeOf(error)) || codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}
