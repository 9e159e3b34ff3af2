import type { ConfineCommand } from '../../agent/ports/sandbox';
import type { Terminal } from '../../agent/ports/terminal';
import { verifyApproved } from '../../policy/verifyApproved';
import type { DiskProcesses } from './backgroundProcesses';
import {
  commandEnvironment,
  withheldFrom,
  withheldNames,
  type CommandEnvironmentOptions,
  type Environment,
} from './environment';
import { confined } from './confined';
import type { LeftProcesses } from './leftProcesses';
import { wantsPty } from './needsTerminal';
import { runProcess } from './processRunner';

export interface DiskTerminalOptions extends CommandEnvironmentOptions {
  /** The environment that commands inherit, without its secrets; `process.env` if absent. */
  readonly env?: Environment;
  readonly inactivityMs?: number;
  /** Runs commands in their sandbox. */
  readonly confine?: ConfineCommand;
  /** Called before each command with the names of the variables withheld from it. */
  readonly onWithheld?: (names: readonly string[]) => void;
  /** Called with what a command left running; if absent, that ends with this process. */
  readonly onLeft?: DiskProcesses['adopt'];
}

/** Creates a terminal that runs commands as plain child processes. */
export function createDiskTerminal(options: DiskTerminalOptions = {}): Terminal {
  return {
    async run(approved, onOutput, signal) {
      verifyApproved(approved);
      const { command, cwd, onlyLooks } = approved;
      const inherited = options.env ?? process.env;
      const env = commandEnvironment(inherited, { ...options, ...(onlyLooks && { onlyLooks }) });
      options.onWithheld?.(withheldNames(inherited, options));
      const { inactivityMs, onLeft } = options;
      const place = await confined(approved, env, options.confine);
      if ('failed' in place) return place.failed;
      const wantsTerminal = wantsPty(approved, options);
      const request = {
        command,
        cwd,
        env,
        wantsTerminal,
        ...place,
        ...(inactivityMs !== undefined && { inactivityMs }),
        onLeft: (left: LeftProcesses) => onLeft?.(left, command),
      };
      const result = await runProcess(request, onOutput, signal);
      const withheld = withheldFrom({ command, exitCode: result.exitCode }, inherited, options);
      return withheld.length > 0 ? { ...result, withheld } : result;
    },
  };
}
