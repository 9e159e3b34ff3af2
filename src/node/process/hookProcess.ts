import { commandEnvironment, type CommandEnvironmentOptions } from './environment';
import { quoteVariables } from './hookCommand';
import { runInputProcess, type InputProcessRequest, type InputProcessResult } from './inputProcess';

/** `env` is added to the environment, which has no secrets. */
export type HookProcessRequest = Omit<InputProcessRequest, 'maxBytes'>;
export type HookProcessResult = InputProcessResult;

/** More is no answer. */
const MAX_BYTES = 1024 * 1024;

/**
 * Runs a hook in a process group of its own, in an environment without secrets. Aborting, too much output and too much
 * time end the whole group; the result does not wait for that. Never rejects.
 */
export function runHookProcess(
  request: HookProcessRequest,
  environment: CommandEnvironmentOptions,
  signal: AbortSignal,
): Promise<HookProcessResult> {
  const dialect = process.platform === 'win32' ? 'powershell' : 'posix';
  const env = {
    // Redaction can be switched off for commands, which people read before they run; not here.
    ...commandEnvironment(process.env, { ...environment, variables: process.env, isEnabled: true }),
    // A bash on the first level that reads from a socket, as which Node's pipes count, would run `.bashrc`.
    SHLVL: '1',
    ...request.env,
  };
  return runInputProcess(
    { ...request, command: quoteVariables(request.command, dialect), env, maxBytes: MAX_BYTES },
    signal,
  );
}
