import { execFile, spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { codeOf } from '../files/fileErrors';

/** The variable that marks a command's processes, so that those which left its group are found as well. */
export const RUN_MARK = 'POLLUX_RUN';

/**
 * Sends `signal` (0: only asks) to the process group and, on Linux, to every marked process outside of it. True if one
 * of them was alive. On Windows the whole tree is ended at once, whatever the signal.
 */
export function signalTree(group: number, mark: string, signal: NodeJS.Signals | 0): boolean {
  if (process.platform === 'win32') {
    if (signal === 0) return send(group, 0);
    const killer = spawn('taskkill', ['/pid', String(group), '/t', '/f'], { stdio: 'ignore', windowsHide: true });
    killer.on('error', () => send(group, signal));
    return true;
  }
  if (process.platform !== 'linux') return send(-group, signal);
  const living = readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .map(pid => ({ pid: Number(pid), isMember: isMember(pid, group) }))
    .filter(({ pid, isMember }) => isMember || isMarked(pid, mark));
  if (signal !== 0) {
    send(-group, signal);
    for (const { pid, isMember } of living) if (!isMember) send(pid, signal);
  }
  return living.length > 0;
}

/** The processes of a group that are alive, by their numbers; none where the system does not tell. */
export async function membersOf(group: number): Promise<readonly number[]> {
  if (process.platform === 'win32' || !send(-group, 0)) return [];
  if (process.platform !== 'linux') return listed(group);
  return readdirSync('/proc')
    .filter(name => /^\d+$/.test(name) && isMember(name, group))
    .map(Number);
}

function listed(group: number): Promise<readonly number[]> {
  return new Promise(resolve => {
    execFile('/usr/bin/pgrep', ['-g', String(group)], { timeout: 1000 }, (_, output) => {
      resolve(output.split('\n').filter(Boolean).map(Number));
    });
  });
}

function send(target: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(target, signal);
  } catch (error) {
    // No such process, or (on macOS, for a group of zombies) none that may be signalled.
    if (codeOf(error) === 'ESRCH' || codeOf(error) === 'EPERM') return false;
    throw error;
  }
}

/** A zombie is none: in a container there may be nobody to bury it. */
function isMember(pid: string, group: number): boolean {
  const stat = readProcess(`/proc/${pid}/stat`);
  // The name before it may hold anything.
  const [state, , processGroup] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return Number(processGroup) === group && state !== 'Z' && state !== 'X';
}

function isMarked(pid: number, mark: string): boolean {
  return readProcess(`/proc/${pid}/environ`).split('\0').includes(`${RUN_MARK}=${mark}`);
}

/** Empty for a process that has ended or is somebody else's. */
function readProcess(file: string): string {
  try {
    return readFileSync(file, 'latin1');
  } catch (error) {
    if (['ENOENT', 'EACCES', 'EPERM', 'ESRCH'].includes(codeOf(error))) return '';
    throw error;
  }
}
