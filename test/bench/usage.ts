import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

/** CPU seconds so far, and memory in MB. */
export interface Usage {
  readonly host: number;
  readonly renderers: number;
  readonly hostMb: number;
  readonly hostPeakMb: number;
}

const ticksPerSecond = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));

/** Of everything below this process: the extension host with all that it started, and Chromium's renderers. */
export function usageBelow(): Usage {
  const all = below(process.pid);
  const host = all.find(({ command }) => command.includes('--type=extensionHost'));
  const sum = (found: readonly Process[]) => found.reduce((total, { cpu }) => total + cpu, 0);
  const status = host ? read(`/proc/${host.pid}/status`) : '';
  const megabytes = (field: string) => Number(new RegExp(`${field}:\\s*(\\d+)`).exec(status)?.[1] ?? NaN) / 1024;
  return {
    host: host ? sum([host, ...below(host.pid)]) : 0,
    renderers: sum(all.filter(({ command }) => command.includes('--type=renderer'))),
    hostMb: megabytes('VmRSS'),
    hostPeakMb: megabytes('VmHWM'),
  };
}

/** Waits until extension host and renderers use less than a twentieth of a core for a second; at most `limitMs`. */
export async function untilQuiet(limitMs = 30_000): Promise<void> {
  const end = Date.now() + limitMs;
  for (let before = usageBelow(); Date.now() < end;) {
    await delay(1000); // nothing tells when a process has nothing more to do
    const now = usageBelow();
    if (before.host > 0 && now.host + now.renderers - before.host - before.renderers < 0.05) return;
    before = now;
  }
}

interface Process {
  readonly pid: number;
  readonly parent: number;
  readonly cpu: number;
  readonly command: string;
}

function below(root: number): Process[] {
  const pids = readdirSync('/proc').filter(name => /^\d+$/.test(name));
  const all = pids.map(pid => {
    const stat = read(`/proc/${pid}/stat`);
    // The command, in parentheses, may hold anything; the fields after it are numbered from the state.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return {
      pid: Number(pid),
      parent: Number(fields[1]),
      cpu: (Number(fields[11]) + Number(fields[12])) / ticksPerSecond,
    };
  });
  const pending = [root];
  const found: Process[] = [];
  for (const parent of pending) {
    for (const entry of all.filter(each => each.parent === parent)) {
      pending.push(entry.pid);
      found.push({ ...entry, command: read(`/proc/${entry.pid}/cmdline`).replaceAll('\0', ' ') });
    }
  }
  return found;
}

/** Empty for a process that has ended in the meantime. */
function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
