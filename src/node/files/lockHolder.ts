import { randomUUID } from 'node:crypto';
import { readFile, readlink } from 'node:fs/promises';
import { hostname } from 'node:os';
import { codeOf } from './fileErrors';

/**
 * Who holds a lock. A process number means something in one place only and is given again to others, so it comes with
 * both the place and the start of the process; `token` is unique.
 */
export interface LockHolder {
  readonly pid: number;
  /** Clock ticks since the machine was started; '' where the system does not say. */
  readonly start: string;
  /** The start of the machine and the space of process numbers, which containers have of their own; '' if unknown. */
  readonly place: string;
  readonly token: string;
}

const BOOT_ID = '/proc/sys/kernel/random/boot_id';

/** This process, under a token of its own. */
export async function thisHolder(): Promise<LockHolder> {
  const [place, start] = await Promise.all([placeOfProcesses(), startOf(process.pid)]);
  return { pid: process.pid, start, place, token: randomUUID() };
}

export function formatHolder({ pid, start, place, token }: LockHolder): string {
  return `${pid} ${start || '-'} ${place.replace(/\s/g, '_') || '-'} ${token}\n`;
}

/** Null for a text that names no process. A number alone is one of which no more is known. */
export function parseHolder(text: string): LockHolder | null {
  const [pid = '', start = '-', place = '-', token = ''] = text.trim().split(' ');
  if (!/^[1-9]\d{0,9}$/.test(pid)) return null;
  return { pid: Number(pid), start: start === '-' ? '' : start, place: place === '-' ? '' : place, token };
}

/** Whether the process of a lock runs, this one included; `unknown` where its number may be another's. */
export async function isRunning({ pid, start, place }: LockHolder): Promise<boolean | 'unknown'> {
  const ours = await placeOfProcesses();
  if (place !== '' && place !== ours) return 'unknown';
  if (!isTaken(pid)) return false;
  const now = await startOf(pid);
  // Our own number: either this process or an earlier one.
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
  // The name of the program, in brackets, may hold anything; the start is the 20th field behind it.
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => ''); // it ended, or belongs to somebody else
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
}
