import type { Terminal } from '../../agent/ports/terminal';
import { commandEnvironment, type CommandEnvironmentOptions, type Environment } from './environment';
import { runProcess } from './processRunner';

export interface DiskTerminalOptions extends CommandEnvironmentOptions {
  /** What commands inherit, less its secrets; `process.env` if absent. */
  readonly env?: Environment;
  readonly inactivityMs?: number;
}

/** Runs commands as plain child processes. */
export function createDiskTerminal(options: DiskTerminalOptions = {}): Terminal {
  return {
    run({ command, cwd }, onOutput, signal) {
      const env = commandEnvironment(options.env ?? process.env, options);
      const { inactivityMs } = options;
      return runProcess({ command, cwd, env, ...(inactivityMs !== undefined && { inactivityMs }) }, onOutput, signal);
    },
  };
}
