import type { ConfineCommand } from '../agent/ports/sandbox';
import type { SandboxedCommands } from './sandboxedCommands';

/** What hosts put together: the sandbox of commands, opened when the first command is to be decided about. */
export interface LazySandbox {
  readonly open: () => Promise<SandboxedCommands>;
  readonly confine: ConfineCommand;
  /** What the model is told of it; undefined: commands run without. */
  readonly note: () => Promise<string | undefined>;
  /** What policy goes by. */
  readonly forPolicy: () => Promise<ReturnType<SandboxedCommands['forPolicy']>>;
  readonly dispose: () => Promise<void>;
}

/** `isWanted`: commands are to run in it, so that there is something to say of it. */
export function createLazySandbox(isWanted: () => boolean, open: () => Promise<SandboxedCommands>): LazySandbox {
  let opened: Promise<SandboxedCommands> | undefined;
  const get = () => (opened ??= open());
  return {
    open: get,
    confine: async (command, request) => (await get()).confine(command, request),
    note: async () => (isWanted() ? (await get()).note() : undefined),
    forPolicy: async () => (await get()).forPolicy(),
    dispose: async () => (await opened)?.dispose(),
  };
}
