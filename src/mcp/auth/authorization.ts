import * as l10n from '@vscode/l10n';
import type { Challenge, Landing, OAuthClient, SignInBrowser } from '../../agent/ports/mcpSignIn';
import { SignInError } from '../../shared/errors';
import { joinScopes } from './challenge';
import type { AuthorizationServer, Discovered } from './metadata';
import type { OAuthSettings } from './oauthSettings';
import { createProof, randomText } from './pkce';
import { errorCode } from './signInFailure';

/** The result of a visit, to be exchanged for tokens. */
export interface Grant {
  readonly code: string;
  readonly verifier: string;
  readonly redirect: string;
}

/** One visit to the authorization page. */
export class AuthorizationVisit {
  readonly state = randomText();

  /** Checks the state first of all: a page that guesses the address can neither end a sign-in nor inject a code. */
  readonly isOurs = (address: string): boolean =>
    URL.canParse(address.trim()) && only(new URL(address.trim()).searchParams, 'state') === this.state;

  /**
   * Returns undefined if the user gave up. Throws `SignInError` for a refusal, and for a response that must not be
   * trusted.
   */
  async make(
    browser: SignInBrowser,
    landing: Landing,
    page: { readonly server: AuthorizationServer; readonly search: Readonly<Record<string, string>> },
    signal: AbortSignal,
  ): Promise<Grant | undefined> {
    const { verifier, challenge } = await createProof();
    const url = pageOf(page.server);
    const search = {
      response_type: 'code',
      redirect_uri: landing.redirect,
      state: this.state,
      code_challenge: challenge,
      code_challenge_method: 'S256',
      ...page.search,
    };
    for (const [name, value] of Object.entries(search)) url.searchParams.set(name, value);
    const end = new AbortController();
    const problemOf = (text: string) =>
      this.isOurs(text) ? undefined : l10n.t('This isn’t the address where the sign-in ended.');
    const visited = browser.visit(url.href.replaceAll('+', '%20'), problemOf, AbortSignal.any([signal, end.signal]));
    try {
      const address = await Promise.race([landing.address, visited, aborted(signal)]);
      if (address === undefined || !this.isOurs(address)) return undefined;
      const code = codeIn(new URL(address.trim()).searchParams, page.server);
      return { code, verifier, redirect: landing.redirect };
    } finally {
      end.abort();
    }
  }
}

/** The query of the authorization page, except for the parameters of a single visit. */
export function searchOf(
  { resource, server }: Discovered,
  client: OAuthClient,
  settings: OAuthSettings,
  scope: string | undefined,
): Readonly<Record<string, string>> {
  if (server.challengeMethods && !server.challengeMethods.includes('S256')) {
    throw new SignInError(
      l10n.t('The authorization server doesn’t support PKCE with S256, so the sign-in wasn’t started.'),
    );
  }
  return {
    client_id: client.id,
    ...(scope !== undefined && { scope }),
    ...(scope?.split(' ').includes('offline_access') === true && { prompt: 'consent' }),
    ...(resource && { resource: resource.resource }),
    ...(settings.audiences && { audience: settings.audiences.join(' ') }),
  };
}

/**
 * The scopes in the settings, otherwise those that the server asks for, otherwise all that it lists; plus those
 * already granted if the server asks for more.
 */
export function scopeOf(
  { resource, server }: Discovered,
  challenge: Challenge,
  settings: OAuthSettings,
  granted: string | undefined,
): string | undefined {
  const named = resource?.scopes.join(' ') || undefined;
  const wanted = settings.scopes?.join(' ') ?? challenge.scope ?? named;
  const isStepUp = challenge.error === 'insufficient_scope';
  // Servers that require this scope return no refresh token without it.
  const offline = server.scopes.includes('offline_access') && wanted !== undefined ? 'offline_access' : undefined;
  return isStepUp ? joinScopes(granted, wanted, challenge.scope, offline) : joinScopes(wanted, offline);
}

function pageOf({ authorize }: AuthorizationServer): URL {
  const url = new URL(authorize);
  if (url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url))) return url;
  throw new SignInError(l10n.t('The sign-in page isn’t an https address, so it wasn’t opened: {0}', url.origin));
}

function isLoopback({ hostname }: URL): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(hostname);
}

function codeIn(query: URLSearchParams, server: AuthorizationServer): string {
  const issuer = query.getAll('iss');
  // The issuer is checked before anything else: another server's code must not be redeemed here (RFC 9207).
  const isNamed = issuer.length === 1 && issuer[0] === server.issuer;
  if (issuer.length > 0 ? !isNamed : server.namesIssuer) {
    throw new SignInError(
      l10n.t('The sign-in response didn’t come from {0}, so it wasn’t used.', server.issuer),
      issuer[0],
    );
  }
  const refusal = only(query, 'error');
  const code = only(query, 'code');
  if (refusal !== '' || code === '') {
    throw new SignInError(
      l10n.t('The authorization server didn’t sign you in ({0}).', errorCode(refusal || 'no code')),
    );
  }
  return code;
}

/** Returns an empty string if the parameter is missing or occurs more than once. */
function only(query: URLSearchParams, name: string): string {
  const values = query.getAll(name);
  return values.length === 1 ? (values[0] ?? '') : '';
}

function aborted(signal: AbortSignal): Promise<undefined> {
  return new Promise(resolve => {
    if (signal.aborted) resolve(undefined);
    else signal.addEventListener('abort', () => resolve(undefined), { once: true });
  });
}
