import * as l10n from '@vscode/l10n';
import type { Challenge } from '../../agent/ports/mcpSignIn';
import { SignInError } from '../../shared/errors';

/** A server asks for a sign-in, or for more than was granted, and nobody can be asked now. */
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

/** The protocol's word for what went wrong; what a server writes beside it is not shown. */
export function errorCode(value: unknown): string {
  return typeof value === 'string' && /^[\w.:-]{1,64}$/.test(value) ? value : 'unknown';
}

/** What a server's challenge comes to where nobody is asked now. */
export function signInNeeded(name: string, { error }: Challenge): SignInNeeded {
  const text =
    error === 'insufficient_scope'
      ? l10n.t('The MCP server “{0}” asks for more than you granted. Sign in to it again.', name)
      : l10n.t('The MCP server “{0}” asks you to sign in.', name);
  return new SignInNeeded(name, text);
}
