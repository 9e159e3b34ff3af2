import type { ConfineCommand } from '../agent/ports/sandbox';
import type { SandboxedCommands } from './sandboxedCommands';

/** What hosts put together: the sandbox of commands, opened when the first command is to be decided about. */
export interface LazySandbox {
  readonly open: () => Promise<SandboxedCommands>;
  readonly confine: ConfineCommand;
  /** What policy goes by. */
  readonly forPolicy: () => Promise<ReturnType<SandboxedCommands['forPolicy']>>;
  readonly dispose: () => Promise<void>;
}

export function createLazySandbox(open: () => Promise<SandboxedCommands>): LazySandbox {
  let opened: Promise<SandboxedCommands> | undefined;
  const get = () => (opened ??= open());
  return {
    open: get,
    confine: async (command, request) => (await get()).confine(command, request),
    forPolicy: async () => (await get()).forPolicy(),
    dispose: async () => (await opened)?.dispose(),
  };
}
