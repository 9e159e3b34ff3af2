import type { ToolCommandEnd, ToolCommands } from '../../agent/ports/toolCommands';
import { verifyApproved } from '../../policy/verifyApproved';
import { commandEnvironment, type CommandEnvironmentOptions } from './environment';
import { runInputProcess, type ConfineLine, type InputProcessRequest, type InputProcessResult } from './inputProcess';

const MB = 1024 * 1024;
/** The first prompt waits for discovery. */
const DISCOVERY = { timeoutMs: 30_000, maxBytes: 10 * MB };
const CALL = { timeoutMs: 600_000, maxBytes: 10 * MB };

export interface ToolCommandLimits {
  readonly timeoutMs: number;
  readonly maxBytes: number;
}

/** Runs the commands of discovered tools in the shell, with the same environment as other commands. */
export function createToolCommands(
  environment: () => CommandEnvironmentOptions,
  confine?: ConfineLine,
  limits: { readonly discovery?: ToolCommandLimits; readonly call?: ToolCommandLimits } = {},
): ToolCommands {
  const run = async (request: Omit<InputProcessRequest, 'env'>, signal: AbortSignal): Promise<ToolCommandEnd> => {
    // Node's pipes are sockets, and a top-level bash that reads from a socket would run `.bashrc`.
    const env = { ...commandEnvironment(process.env, environment()), SHLVL: '1' };
    return endOf(await runInputProcess({ ...request, env, confine }, signal), request);
  };
  return {
    discover: (command, cwd) =>
      run({ command, cwd, input: '', ...(limits.discovery ?? DISCOVERY) }, new AbortController().signal),
    async call(approved, signal) {
      verifyApproved(approved);
      const { command, cwd, input } = approved;
      return run({ command, cwd, input, ...(limits.call ?? CALL) }, signal);
    },
  };
}

function endOf(result: InputProcessResult, { timeoutMs, maxBytes }: ToolCommandLimits): ToolCommandEnd {
  const { stdout, stderr, exitCode, signal = null } = result;
  const end = { stdout, stderr, exitCode, signal };
  switch (result.failure) {
    case undefined:
      return end;
    case 'timeout':
      return { ...end, error: `It was ended after ${timeoutMs / 1000} seconds.` };
    case 'flood':
      return { ...end, error: `It was ended because it printed more than ${maxBytes} bytes.` };
    case 'cancelled':
      return { ...end, error: 'It was cancelled.' };
    case 'crash':
      return signal === null && result.detail !== undefined ? { ...end, error: result.detail } : end;
    default:
      return result.failure satisfies never;
  }
}
