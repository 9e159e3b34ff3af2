import * as l10n from '@vscode/l10n';
import type { Challenge } from '../../agent/ports/mcpSignIn';
import { SignInError } from '../../shared/errors';

/** A server asks for a sign-in, or for more permissions, and the user can't be asked now. */
export class SignInNeeded extends SignInError {
  constructor(
    readonly server: string,
    message: string,
    detail?: string,
  ) {
    super(message, detail);
    this.name = 'SignInNeeded';
  }
}

/** The protocol's error code; any other text from the server is not shown. */
export function errorCode(value: unknown): string {
  return typeof value === 'string' && /^[\w.:-]{1,64}$/.test(value) ? value : 'unknown';
}

/** The error for a server's challenge if the user can't be asked now. */
export function signInNeeded(name: string, { error }: Challenge): SignInNeeded {
  const text =
    error === 'insufficient_scope'
      ? l10n.t('The MCP server “{0}” asks for more than you granted. Sign in to it again.', name)
      : l10n.t('The MCP server “{0}” asks you to sign in.', name);
  return new SignInNeeded(name, text);
}
