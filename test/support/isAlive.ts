import { spawnSync } from 'node:child_process';

/** Whether a process runs. One that has ended counts as gone, also where nobody has buried it yet. */
export function isAlive(pid: number): boolean {
  const state = spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' }).stdout.trim();
  return state !== '' && !state.startsWith('Z');
}
