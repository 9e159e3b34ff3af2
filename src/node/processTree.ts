import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { codeOf } from './fileErrors';

/** The variable that marks a command's processes, so that those which left its group are found as well. */
export const RUN_MARK = 'POLLUX_RUN';

/**
 * Sends `signal` (0: only asks) to the process group and to every marked process outside of it. True if one of them was
 * alive. On Windows the whole tree is ended at once, whatever the signal.
 */
export function signalTree(group: number, mark: string, signal: NodeJS.Signals | 0): boolean {
  if (process.platform === 'win32') {
    if (signal === 0) return send(group, 0);
    const killer = spawn('taskkill', ['/pid', String(group), '/t', '/f'], { stdio: 'ignore', windowsHide: true });
    killer.on('error', () => send(group, signal));
    return true;
  }
  const outside = markedProcesses(mark).map(pid => send(pid, signal));
  return [send(-group, signal), ...outside].includes(true);
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

function markedProcesses(mark: string): number[] {
  if (process.platform !== 'linux') return [];
  const entry = `${RUN_MARK}=${mark}`;
  return readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .filter(name => environmentOf(name).split('\0').includes(entry))
    .map(Number);
}

/** Empty for a process that has ended or is somebody else's. */
function environmentOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'latin1');
  } catch (error) {
    if (['ENOENT', 'EACCES', 'EPERM', 'ESRCH'].includes(codeOf(error))) return '';
    throw error;
  }
}
