import { randomUUID } from 'node:crypto';
import { readFile, readlink } from 'node:fs/promises';
import { hostname } from 'node:os';
import { codeOf } from './fileErrors';

/**
 * The holder of a lock. A process ID is only unique per machine or container and is reused, so it is stored with both
 * the place and the process's start time; `token` is unique.
 */
export interface LockHolder {
  readonly pid: number;
  /** Clock ticks since the machine started; '' if the system doesn't provide it. */
  readonly start: string;
  /** Identifies the machine's boot and the process ID namespace, which differs between containers; '' if unknown. */
  readonly place: string;
  readonly token: string;
}

const BOOT_ID = '/proc/sys/kernel/random/boot_id';

/** This process, with a new token. */
export async function thisHolder(): Promise<LockHolder> {
  const [place, start] = await Promise.all([placeOfProcesses(), startOf(process.pid)]);
  return { pid: process.pid, start, place, token: randomUUID() };
}

export function formatHolder({ pid, start, place, token }: LockHolder): string {
  return `${pid} ${start || '-'} ${place.replace(/\s/g, '_') || '-'} ${token}\n`;
}

/** Null if the text names no process. A process ID alone is accepted, with the rest unknown. */
export function parseHolder(text: string): LockHolder | null {
  const [pid = '', start = '-', place = '-', token = ''] = text.trim().split(' ');
  if (!/^[1-9]\d{0,9}$/.test(pid)) return null;
  return { pid: Number(pid), start: start === '-' ? '' : start, place: place === '-' ? '' : place, token };
}

/** Whether a lock's process, which may be this one, is running; `unknown` if its ID may belong to another process. */
export async function isRunning({ pid, start, place }: LockHolder): Promise<boolean | 'unknown'> {
  const ours = await placeOfProcesses();
  if (place !== '' && place !== ours) return 'unknown';
  if (!isTaken(pid)) return false;
  const now = await startOf(pid);
  // Our own process ID: either this process or an earlier one.
  if (pid === process.pid) return start === '' || start === now;
  return place === '' || start === '' || now === '' ? 'unknown' : start === now;
}

function isTaken(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}

async function placeOfProcesses(): Promise<string> {
  if (process.platform !== 'linux') return hostname().replace(/\s/g, '_');
  const [boot, space] = await Promise.all([
    readFile(BOOT_ID, 'utf8').catch(() => hostname()), // a sandbox may hide it
    readlink('/proc/self/ns/pid').catch(() => ''),
  ]);
  return `${boot.trim()}/${space}`.replace(/\s/g, '_');
}

async function startOf(pid: number): Promise<string> {
  if (process.platform !== 'linux') return '';
  // The program name, in parentheses, may contain anything; the start time is the 20th field after it.
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => ''); // it has ended or belongs to another user
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
}
