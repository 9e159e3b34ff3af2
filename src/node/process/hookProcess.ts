import { commandEnvironment, type CommandEnvironmentOptions } from './environment';
import { quoteVariables } from './hookCommand';
import { runInputProcess, type InputProcessRequest, type InputProcessResult } from './inputProcess';

/** `env` is added to the environment, which has no secrets. */
export type HookProcessRequest = Omit<InputProcessRequest, 'maxBytes'>;
export type HookProcessResult = InputProcessResult;

/** Longer output isn't a valid answer. */
const MAX_BYTES = 1024 * 1024;

/**
 * Runs a hook in its own process group and without secrets in the environment. An abort, too much output or a timeout
 * ends the whole group; the result doesn't wait for that. Never rejects.
 */
export function runHookProcess(
  request: HookProcessRequest,
  environment: CommandEnvironmentOptions,
  signal: AbortSignal,
): Promise<HookProcessResult> {
  const dialect = process.platform === 'win32' ? 'powershell' : 'posix';
  const env = {
    // Users may disable redaction for commands, which they see before they run, but not for hooks.
    ...commandEnvironment(process.env, { ...environment, variables: process.env, isEnabled: true }),
    // Node's pipes are sockets, and a top-level bash that reads from a socket would run `.bashrc`.
    SHLVL: '1',
    ...request.env,
  };
  return runInputProcess(
    { ...request, command: quoteVariables(request.command, dialect), env, maxBytes: MAX_BYTES },
    signal,
  );
}
