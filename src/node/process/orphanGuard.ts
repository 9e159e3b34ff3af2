import { spawn } from 'node:child_process';
import { RUN_MARK } from './processTree';

/**
 * Reads the group and its mark, then waits for a line, or for the end of whoever should have written it. What has left the
 * group is known by its mark, or as a descendant; after the first signal there may be nobody left that it descends from.
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
