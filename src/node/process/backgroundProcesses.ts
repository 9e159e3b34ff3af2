import { setTimeout as delay } from 'node:timers/promises';
import type { BackgroundProcess, Processes } from '../../agent/ports/processes';
import type { ConfineCommand } from '../../agent/ports/sandbox';
import type { CommandResult } from '../../agent/ports/terminal';
import { verifyApproved } from '../../policy/verifyApproved';
import { commandEnvironment, type CommandEnvironmentOptions } from './environment';
import { confined } from './confined';
import { type LeftProcesses, LeftRunning } from './leftProcesses';
import { runProcess } from './processRunner';

/** How much output is stored per process, in characters: the latest. */
const KEPT_OUTPUT = 64 * 1024;
/** A command that ends sooner didn't stay in the background. */
const SETTLE_MS = 200;

class Running {
  output = '';
  result: CommandResult | undefined;
  readonly startedAt = Date.now();
  readonly ending = new AbortController();

  constructor(
    readonly pid: number,
    readonly command: string,
  ) {}

  view(): BackgroundProcess {
    const { pid, command, startedAt, result } = this;
    return { pid, command, startedAt, ...(result && { result }) };
  }
}

export interface DiskProcesses extends Processes {
  /** Takes over what a command left running: listed while it runs, and ended like those started here. */
  readonly adopt: (left: LeftProcesses, command: string) => void;
  /** Ends all processes; resolves when none is left. */
  dispose(): Promise<void>;
}

/** Runs background commands as plain child processes, each in its own process group. `options` is called for each. */
export function createDiskProcesses(
  options: () => CommandEnvironmentOptions = () => ({}),
  confine?: ConfineCommand,
): DiskProcesses {
  const running = new Map<number, { readonly process: Running; readonly ended: Promise<void> }>();
  const left = new LeftRunning();
  const kill = async (pid: number): Promise<boolean> => {
    const entry = running.get(pid);
    const those = left.find(pid);
    entry?.process.ending.abort();
    await Promise.all([entry?.ended, those?.end()]);
    return entry !== undefined || those !== undefined;
  };
  return {
    start: async approved => {
      verifyApproved(approved);
      const { command, cwd, onlyLooks } = approved;
      const env = commandEnvironment(process.env, { ...options(), ...(onlyLooks && { onlyLooks }) });
      const place = await confined(approved, env, confine);
      if ('failed' in place) return { error: place.failed.error ?? '' };
      place.launch?.follow();
      return new Promise(resolve => {
        let own: Running | undefined;
        const ending = new AbortController();
        const onOutput = (text: string) => {
          // Not for every chunk, which would be slow.
          if (own && (own.output += text).length > 2 * KEPT_OUTPUT) own.output = own.output.slice(-KEPT_OUTPUT);
        };
        const onStart = (pid: number) => {
          const started = new Running(pid, command);
          started.ending.signal.addEventListener('abort', () => ending.abort());
          own = started;
        };
        const onLeft = (those: LeftProcesses) => left.add(those, command);
        const request = { command, cwd, env, ...place, inactivityMs: 0, keepOutput: KEPT_OUTPUT, onStart, onLeft };
        const run = runProcess(request, onOutput, ending.signal);
        const ended = run.then(result => {
          if (own) own.result = result;
        });
        void run.then(({ error }) => {
          if (error !== undefined) resolve({ error });
        });
        if (own) running.set(own.pid, { process: own, ended });
        void Promise.race([ended, delay(SETTLE_MS)]).then(() => own && resolve(own.view()));
      });
    },
    adopt: (those, command) => left.add(those, command),
    list: () => [...[...running.values()].map(entry => entry.process.view()), ...left.list()],
    read: (pid, lines) => {
      const output = running.get(pid)?.process.output ?? (left.find(pid) ? '' : null);
      const last = output?.split('\n').slice(-lines - 1);
      return last?.join('\n') ?? null;
    },
    async wait(pid, ms, signal) {
      const entry = running.get(pid);
      const those = left.find(pid);
      const view = those && left.viewOf(those);
      await Promise.race([entry?.ended ?? those?.gone, delay(ms, undefined, { signal }).catch(() => undefined)]);
      return entry?.process.view() ?? view ?? null;
    },
    kill,
    async dispose() {
      await Promise.all([...running.keys()].map(kill));
      await left.dispose();
    },
  };
}
