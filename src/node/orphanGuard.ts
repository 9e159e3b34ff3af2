import { spawn } from 'node:child_process';

/** Waits for a line, or for the end of whoever should have written it. */
const SCRIPT = 'read -r line || { kill -TERM "-$1"; sleep 1; kill -KILL "-$1"; }';

/**
 * Ends a process group when this process is killed before it could do so itself: a small process of its own waits for
 * that. Call what it returns as soon as the group may go on, or is gone. On Windows there is nothing like it.
 */
export function guardOrphans(group: number): () => void {
  if (process.platform === 'win32') return () => undefined;
  const guard = spawn('/bin/sh', ['-c', SCRIPT, 'sh', String(group)], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
    env: { PATH: '/bin:/usr/bin' },
  });
  // Where it can't be started, or is gone before it is told to go, nothing is lost but the safety net.
  guard.on('error', () => undefined);
  guard.stdin.on('error', () => undefined);
  guard.unref();
  return () => void guard.stdin.end('\n');
}
