import type { ChildProcess } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import type { BackgroundProcess } from '../../agent/ports/processes';
import { endTree, membersOf, survivorsOf } from './processTree';

/** The processes that a command left running when it ended. */
export interface LeftProcesses {
  /** Their process group, unless they have left it. */
  readonly group: number;
  readonly pids: readonly number[];
  /** Resolves when none is left. */
  readonly gone: Promise<void>;
  /** Ends them all; resolves when none is left. */
  end(): Promise<void>;
}

/** What a command left that has ended; undefined if nothing. */
export async function leftBy(child: ChildProcess, mark: string): Promise<LeftProcesses | undefined> {
  const { pid } = child;
  if (pid === undefined) return undefined;
  const hasEnded = child.exitCode !== null || child.signalCode !== null;
  // The process that adopts stays as long as any other.
  const ended = new Promise<void>(resolve => child.once('exit', () => resolve()));
  const pids = hasEnded ? await membersOf(pid) : await survivorsOf(pid, mark);
  if (pids.length === 0) return undefined;
  const gone = hasEnded ? whenGone(pid) : ended;
  let ending: Promise<void> | undefined;
  return { group: pid, pids, gone, end: () => (ending ??= endTree(pid, mark)) };
}

async function whenGone(group: number): Promise<void> {
  let ms = 10;
  do {
    await delay(ms, undefined, { ref: false });
    ms = Math.min(2 * ms, 2000);
  } while ((await membersOf(group)).length > 0);
}

/** What the commands of a chat left running. */
export class LeftRunning {
  readonly #all = new Map<LeftProcesses, BackgroundProcess>();
  #isDisposed = false;

  add(left: LeftProcesses, command: string): void {
    const [pid = left.group] = left.pids;
    this.#all.set(left, { pid, command, startedAt: Date.now() });
    void left.gone.then(() => this.#all.delete(left));
    if (this.#isDisposed) void left.end();
  }

  list(): readonly BackgroundProcess[] {
    return [...this.#all.values()];
  }

  /** What includes this process, or was left by it. */
  find(pid: number): LeftProcesses | undefined {
    return [...this.#all.keys()].find(({ group, pids }) => group === pid || pids.includes(pid));
  }

  viewOf(left: LeftProcesses): BackgroundProcess | undefined {
    return this.#all.get(left);
  }

  /** Ends them; resolves when none is left. */
  async dispose(): Promise<void> {
    this.#isDisposed = true;
    await Promise.all([...this.#all.keys()].map(left => left.end()));
  }
}
