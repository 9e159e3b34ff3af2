import type { Terminal } from '../../agent/ports/terminal';
import { verifyApproved } from '../../policy/verifyApproved';
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
    async run(approved, onOutput, signal) {
      verifyApproved(approved);
      const { command, cwd, onlyLooks } = approved;
      const env = commandEnvironment(options.env ?? process.env, { ...options, ...(onlyLooks && { onlyLooks }) });
      const { inactivityMs } = options;
      return runProcess({ command, cwd, env, ...(inactivityMs !== undefined && { inactivityMs }) }, onOutput, signal);
    },
  };
}
