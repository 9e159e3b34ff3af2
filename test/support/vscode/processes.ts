import { spawn, spawnSync, type ChildProcess, type SpawnOptions } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

export interface Started {
  child: ChildProcess;
  /** Ends the process and everything below it; at once when it has ended already. */
  stop: () => Promise<void>;
}

/** How long a process may take to end in its own way. */
const graceMs = 3000;

/** Starts a process that does not outlive this one, nor does anything that it starts. */
export function start(command: string, args: string[], options: SpawnOptions = {}): Started {
  // In a group of its own: Ctrl+C reaches this process alone, which then ends what is below it.
  const child = spawn(command, args, { ...options, detached: process.platform !== 'win32' });
  const hasEnded = () => child.pid === undefined || child.exitCode !== null || child.signalCode !== null;
  const tree = () => (hasEnded() ? [] : [child.pid!, ...descendants(child.pid!)]);
  const killNow = () => signal(tree(), 'SIGKILL');
  process.prependOnceListener('exit', killNow);
  child.once('exit', () => process.off('exit', killNow));
  return {
    child,
    stop: async () => {
      if (hasEnded()) return;
      const ended = once(child, 'exit');
      const members = tree();
      signal(members, 'SIGTERM');
      await Promise.race([ended, delay(graceMs, undefined, { ref: false })]);
      signal(members, 'SIGKILL');
      await ended;
    },
  };
}

/** A command failed; the message holds what it printed. */
export class CommandError extends Error {}

/** Runs a command to its end and returns all that it printed. Throws a CommandError when it fails. */
export async function run(command: string, args: string[], options: SpawnOptions = {}): Promise<string> {
  const { child } = start(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => (output += text));
  }
  const [code, killedBy] = (await once(child, 'close')) as [number | null, string | null];
  if (code !== 0) throw new CommandError(`${command} ${args.join(' ')} ended with ${code ?? killedBy!}\n${output}`);
  return output;
}

function signal(pids: number[], name: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, name);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error; // ended in the meantime
    }
  }
}

/** The processes below `pid`, parents first. */
function descendants(pid: number): number[] {
  const parents = process.platform === 'linux' ? parentsFromProc() : parentsFromPs();
  const found = [pid];
  for (const parent of found) found.push(...parents.filter(entry => entry.parent === parent).map(entry => entry.pid));
  return found.slice(1);
}

interface Parent {
  pid: number;
  parent: number;
}

function parentsFromProc(): Parent[] {
  const pids = readdirSync('/proc').filter(name => /^\d+$/.test(name));
  return pids.flatMap(pid => {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      // The command, in parentheses, may hold anything; then follow the state and the parent.
      return { pid: Number(pid), parent: Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) };
    } catch {
      return []; // ended in the meantime
    }
  });
}

function parentsFromPs(): Parent[] {
  const lines = spawnSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).stdout.trim().split('\n');
  return lines.map(line => line.trim().split(/\s+/).map(Number)).map(([pid = 0, parent = 0]) => ({ pid, parent }));
}
