import { createHash, randomUUID } from 'node:crypto';
import { link, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { codeOf, unlessCode } from './fileErrors';
import { formatHolder, isRunning, parseHolder, thisHolder } from './lockHolder';

/** A lock that this process holds until it releases it or ends. */
export interface FileLock {
  /** It was that of a process that ended without releasing it. */
  readonly wasAbandoned: boolean;
  release(): Promise<void>;
}

/** A holder whose process can't be checked proves that it is running by updating its lock's modification time. */
const BEAT_MS = 15_000;
const STALE_MS = 60_000;
/** After the machine wakes from sleep, every lock looks stale at first. */
const WAKING_MS = 300;
const ATTEMPTS = 3;
const NO_HARD_LINKS = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'];

/**
 * Takes `file` as a lock. Returns null if another running process holds it, even in another container that shares the
 * directory. Takes over locks of processes that have ended, and this process's own.
 */
export async function takeLock(file: string): Promise<FileLock | null> {
  const content = formatHolder(await thisHolder());
  let wasAbandoned = false;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const found = await readLock(file);
    if (found !== null && (await isHeldByOther(file, found))) return null;
    if (found !== null) await breakLock(file, found);
    wasAbandoned ||= found !== null && parseHolder(found)?.pid !== process.pid;
    if (await placeLock(file, content)) return heldLock(file, content, wasAbandoned);
  }
  return null;
}

/** Whether another running process holds the lock. */
export async function isLockedByOther(file: string): Promise<boolean> {
  const found = await readLock(file);
  return found !== null && isHeldByOther(file, found);
}

/** Whether `content`, read from `file`, names another running process; if unknown, the file's age decides. */
export async function isHeldByOther(file: string, content: string): Promise<boolean> {
  const holder = parseHolder(content);
  const isAlive = holder ? await isRunning(holder) : 'unknown';
  if (isAlive !== 'unknown') return isAlive && holder?.pid !== process.pid;
  if ((await ageOf(file)) < STALE_MS) return true;
  await delay(WAKING_MS);
  return (await ageOf(file)) < STALE_MS;
}

async function placeLock(file: string, content: string): Promise<boolean> {
  const draft = `${file}.${randomUUID()}`;
  const placing = () => writeFile(file, content, { flag: 'wx', mode: 0o600 });
  try {
    await writeFile(draft, content, { flag: 'wx', mode: 0o600 });
    // Linking a complete file ensures that a lock is never seen without its holder.
    await link(draft, file).catch((error: unknown) => {
      if (!NO_HARD_LINKS.includes(codeOf(error))) throw error;
      return placing();
    });
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  } finally {
    await rm(draft, { force: true });
  }
}

/**
 * Removes the lock if it contains exactly `content`. Several processes may find it dead; only the one that creates a
 * file named after the content removes it, so that none deletes a newer lock.
 */
async function breakLock(file: string, content: string): Promise<void> {
  const right = `${file}.${createHash('sha256').update(content).digest('hex').slice(0, 16)}`;
  const isOurs = await unlessCode(
    writeFile(right, '', { flag: 'wx', mode: 0o600 }).then(() => true),
    ['EEXIST'],
    false,
  );
  if (!isOurs) {
    if ((await ageOf(right)) > STALE_MS) await rm(right, { force: true });
    return;
  }
  try {
    if ((await readLock(file)) === content) await rm(file, { force: true });
  } finally {
    await rm(right, { force: true });
  }
}

function heldLock(file: string, content: string, wasAbandoned: boolean): FileLock {
  const beat = setInterval(() => {
    const now = new Date();
    utimes(file, now, now).catch(() => undefined); // if the lock was deleted, that was on purpose
  }, BEAT_MS).unref();
  return {
    wasAbandoned,
    async release() {
      clearInterval(beat);
      // Another process may have taken it over while this machine slept.
      if ((await readLock(file)) === content) await rm(file, { force: true });
    },
  };
}

async function readLock(file: string): Promise<string | null> {
  return unlessCode(readFile(file, 'utf8'), ['ENOENT'], null);
}

/** In milliseconds; infinite if the file no longer exists. */
async function ageOf(file: string): Promise<number> {
  const stats = await unlessCode(stat(file), ['ENOENT'], undefined);
  return stats ? Date.now() - stats.mtimeMs : Number.POSITIVE_INFINITY;
}
