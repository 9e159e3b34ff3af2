import type { ConfineCommand, LaunchRequest, SandboxedLaunch } from '../agent/ports/sandbox';
import type { SandboxGuards } from '../shared/sandbox';
import type { SandboxedCommands } from './sandboxedCommands';

/** What hosts put together: the sandbox of commands, opened when the first command is to be decided about. */
export interface LazySandbox {
  readonly open: () => Promise<SandboxedCommands>;
  readonly confine: ConfineCommand;
  /** Puts a hook, a discovered tool or a local MCP server inside, where that is wanted; rejects where it can't be had. */
  readonly confineProgram: ConfineProgram;
  /** The rules that hold whatever runs. Until they are known, nothing is given. */
  readonly followRules: (read: ReadGuards) => void;
  /** What the model is told of it; undefined: commands run without. */
  readonly note: () => Promise<string | undefined>;
  /** What policy goes by. */
  readonly forPolicy: () => Promise<ReturnType<SandboxedCommands['forPolicy']>>;
  readonly dispose: () => Promise<void>;
}

/** Undefined: it runs as it is. */
export type ConfineProgram = (request: LaunchRequest) => Promise<SandboxedLaunch | undefined>;

export interface LazySandboxOptions {
  /** Commands are to run in it, so that there is something to say of it. */
  readonly isWanted: () => boolean;
  /** Other programs as well. */
  readonly isForAll: () => boolean;
  readonly open: (guards: ReadGuards) => Promise<SandboxedCommands>;
}

export type ReadGuards = () => Promise<SandboxGuards>;

const NOTHING: SandboxGuards = { hosts: [], folders: [], programs: [], deniedHosts: [] };

export function createLazySandbox({ isWanted, isForAll, open }: LazySandboxOptions): LazySandbox {
  let opened: Promise<SandboxedCommands> | undefined;
  let rules: ReadGuards = async () => NOTHING;
  const get = () => (opened ??= open(() => rules()));
  const confine: ConfineCommand = async (command, request) => (await get()).confine(command, request);
  return {
    open: get,
    confine,
    confineProgram: async request => {
      if (!isForAll()) return undefined;
      const { hosts, folders, programs } = await rules();
      const sandbox = { where: 'inside' as const, hosts, folders, programs };
      return confine({ command: request.argv.join(' '), cwd: request.cwd, sandbox }, request);
    },
    followRules: read => (rules = read),
    note: async () => (isWanted() ? (await get()).note() : undefined),
    forPolicy: async () => (await get()).forPolicy(),
    dispose: async () => (await opened)?.dispose(),
  };
}
