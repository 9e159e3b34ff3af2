import type { ConfineCommand, LaunchRequest, SandboxedLaunch } from '../agent/ports/sandbox';
import type { SandboxGuards } from '../shared/sandbox';
import type { SandboxedCommands } from './sandboxedCommands';
import { CONTAINED, UNCONFINED } from './unconfined';

/** The sandbox for commands as a host uses it; opened when the first command needs a decision. */
export interface LazySandbox {
  readonly open: () => Promise<SandboxedCommands>;
  readonly confine: ConfineCommand;
  /** Sandboxes a hook, a discovered tool or a local MCP server if that is configured; rejects if it isn't possible. */
  readonly confineProgram: ConfineProgram;
  /** Sets the rules that apply to every program. Until then, nothing is granted. */
  readonly followRules: (read: ReadGuards) => void;
  /** The description for the model. */
  readonly note: () => Promise<string>;
  /** The facts that policy needs. */
  readonly forPolicy: () => Promise<ReturnType<SandboxedCommands['forPolicy']>>;
  readonly dispose: () => Promise<void>;
}

/** Undefined: it runs without a sandbox. */
export type ConfineProgram = (request: LaunchRequest) => Promise<SandboxedLaunch | undefined>;

export interface LazySandboxOptions {
  /** Whether commands run in the sandbox, so that the model is told about it. */
  readonly isWanted: () => boolean;
  /** Whether other programs run in it as well. */
  readonly isForAll: () => boolean;
  /** Whether Pollux itself was started in a sandbox. */
  readonly isContained?: () => boolean;
  readonly open: (guards: ReadGuards) => Promise<SandboxedCommands>;
}

export type ReadGuards = () => Promise<SandboxGuards>;

const NOTHING: SandboxGuards = { hosts: [], folders: [], programs: [], deniedHosts: [] };

export function createLazySandbox(options: LazySandboxOptions): LazySandbox {
  const { isWanted, isForAll, isContained = () => false, open } = options;
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
      const launch = await confine({ command: request.argv.join(' '), cwd: request.cwd, sandbox }, request);
      launch?.follow();
      return launch;
    },
    followRules: read => (rules = read),
    note: async () => (isWanted() ? (await get()).note() : isContained() ? CONTAINED : UNCONFINED),
    forPolicy: async () => (await get()).forPolicy(),
    dispose: async () => (await opened)?.dispose(),
  };
}
