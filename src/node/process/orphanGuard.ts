import { spawn } from 'node:child_process';
import { RUN_MARK } from './processTree';

/**
 * Reads the group and its mark, then waits for a line, or for the end of whoever should have written it. What has left the
 * group is known by its mark.
 */
const SCRIPT = `
  marked() { grep -lsF -- "${RUN_MARK}=$mark" /proc/[0-9]*/environ | cut -d/ -f3; }
  end() { kill "$1" "-$group"; for pid in $(marked); do kill "$1" "$pid"; done; }
  read -r group mark && { read -r line || { end -TERM; sleep 1; end -KILL; }; }`;

export interface OrphanGuard {
  /** From now on the group, and whatever carries the mark, ends with this process. */
  readonly watch: (group: number, mark: string) => void;
  /** To be called as soon as the group may go on, or is gone, and if there never was one. */
  readonly release: () => void;
}

/**
 * Ends a process group when this process is killed before it could do so itself: a small process of its own waits for
 * that. Started before the group is, so that none can be without it. On Windows there is nothing like it.
 */
export function startOrphanGuard(): OrphanGuard {
  if (process.platform === 'win32') return { watch: () => undefined, release: () => undefined };
  const guard = spawn('/bin/sh', ['-c', SCRIPT], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
    env: { PATH: '/bin:/usr/bin' },
  });
  // Where it can't be started, or is gone before it is told to go, nothing is lost but the safety net.
  guard.on('error', () => undefined);
  guard.stdin.on('error', () => undefined);
  guard.unref();
  let isWatching = false;
  return {
    watch: (group, mark) => {
      isWatching = true;
      guard.stdin.write(`${group} ${mark}\n`);
    },
    release: () => {
      guard.stdin.end(isWatching ? '\n' : '');
    },
  };
}
