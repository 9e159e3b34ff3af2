import { randomUUID } from 'node:crypto';
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { codeOf, unlessCode } from './fileErrors';

/**
 * Takes `file` as a lock that names this process; false if another process that still runs has it. A lock that a dead
 * process has left is taken over.
 */
export async function takeLock(file: string): Promise<boolean> {
  if (await placeLock(file)) return true;
  const holder = await unlessCode(readFile(file, 'utf8'), ['ENOENT'], '');
  if (isHeldByOther(holder)) return false;
  // Two may find the same dead lock: who moves away what is not the dead one any more puts it back.
  const aside = `${file}.${randomUUID()}`;
  if (!(await unlessCode(rename(file, aside).then(yes), ['ENOENT'], false))) return placeLock(file);
  const isDead = (await readFile(aside, 'utf8')) === holder;
  if (!isDead) await unlessCode(link(aside, file), ['EEXIST'], undefined);
  await rm(aside, { force: true });
  return isDead && placeLock(file);
}

export async function releaseLock(file: string): Promise<void> {
  await rm(file, { force: true });
}

/** True if a process other than this one has the lock and still runs. */
export async function isLockedByOther(file: string): Promise<boolean> {
  return isHeldByOther(await unlessCode(readFile(file, 'utf8'), ['ENOENT'], ''));
}

async function placeLock(file: string): Promise<boolean> {
  return unlessCode(writeFile(file, String(process.pid), { flag: 'wx', mode: 0o600 }).then(yes), ['EEXIST'], false);
}

/**
 * True if the number is that of a process other than this one that runs. A lock with our own number that we do not know
 * of was left by a process of an earlier start.
 */
export function isHeldByOther(holder: string): boolean {
  const pid = Number(holder);
  if (!Number.isInteger(pid) || pid <= 0 || pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}

const yes = () => true;
