import { spawn } from 'node:child_process';
import { RUN_MARK } from './processTree';

/**
 * Reads the group and the mark, then waits for a line or, if this process ends, for the end of input. Processes that
 * left the group are found by the mark or as descendants; the descendants are listed before the first signal, because
 * their parents may be gone after it.
 */
const SCRIPT = `
  marked() { grep -lsF -- "${RUN_MARK}=$mark" /proc/[0-9]*/environ | cut -d/ -f3; }
  family() {
    cat /proc/[0-9]*/stat | sed 's/^\\([0-9]*\\) (.*) [A-Z] /\\1 /' | awk -v group="$group" '
      { parent[$1] = $2; session[$1] = $4; if ($3 == group) ours[$1] }
      END {
        for (count = 1; count > 0; ) {
          count = 0
          for (pid in parent) if (!(pid in ours) && ((parent[pid] in ours) || (session[pid] in ours))) { ours[pid]; count++ }
        }
        for (pid in ours) print pid
      }'
  }
  end() { kill "$1" "-$group"; for pid in $all $(marked); do kill "$1" "$pid"; done; }
  read -r group mark && { read -r line || { all=$(family); end -TERM; sleep 1; all="$all $(family)"; end -KILL; }; }`;

export interface OrphanGuard {
  /** From now on, the group and all processes with the mark end with this process. */
  readonly watch: (group: number, mark: string) => void;
  /** To be called when the group may continue, has ended, or never existed. */
  readonly release: () => void;
}

/**
 * Ends a process group if this process is killed before it could do so itself: a small helper process waits for that.
 * Started before the group, so that the group is never without it. Does nothing on Windows.
 */
export function startOrphanGuard(): OrphanGuard {
  if (process.platform === 'win32') return { watch: () => undefined, release: () => undefined };
  const guard = spawn('/bin/sh', ['-c', SCRIPT], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
    env: { PATH: '/bin:/usr/bin' },
  });
  // If it can't be started or ends early, only this safety net is lost.
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
