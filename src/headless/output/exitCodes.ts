import { SandboxError } from '../../config/guards';
import { ConfigurationError } from '../../config/trustedFolders';
import { EnforcedSignInError } from '../../gemini/findAccess';
import { SignInError } from '../../shared/errors';
import { InputError } from '../commandLine';

/** Exit codes that scripts rely on. */
export const EXIT = {
  done: 0,
  failed: 1,
  auth: 41,
  input: 42,
  sandbox: 44,
  configuration: 52,
  turnLimit: 53,
  toolExecution: 54,
  interrupted: 130,
} as const;

/** The exit code for an error; undefined if it is a bug. */
export function codeOf(error: unknown): number | undefined {
  if (error instanceof InputError) return EXIT.input;
  if (error instanceof SandboxError) return EXIT.sandbox;
  if (error instanceof ConfigurationError) return EXIT.configuration;
  return error instanceof SignInError ? codeOfSignIn(error) : undefined;
}

/**
 * For a separate bundle, whose error classes other bundles can't recognize: prints the user's errors and returns
 * their exit code.
 */
export async function saidErrors(run: () => Promise<number>, err: (text: string) => void): Promise<number> {
  try {
    return await run();
  } catch (error) {
    const code = codeOf(error);
    if (!(error instanceof Error) || code === undefined) throw error;
    err(`pollux: ${error.message}\n`);
    return code;
  }
}

export function codeOfSignIn(error: SignInError): number {
  return error instanceof EnforcedSignInError ? EXIT.configuration : EXIT.auth;
}
