import * as l10n from '@vscode/l10n';
import type { Challenge, Landing, OAuthClient, SignInBrowser } from '../../agent/ports/mcpSignIn';
import { SignInError } from '../../shared/errors';
import { joinScopes } from './challenge';
import type { AuthorizationServer, Discovered } from './metadata';
import type { OAuthSettings } from './oauthSettings';
import { createProof, randomText } from './pkce';
import { errorCode } from './signInFailure';

/** What is redeemed for tokens. */
export interface Grant {
  readonly code: string;
  readonly verifier: string;
  readonly redirect: string;
}

/** One visit of the authorization page that is about to be made. */
export class AuthorizationVisit {
  readonly state = randomText();

  /** The first condition of all: a page that guesses the address can neither end a sign-in nor put a code into it. */
  readonly isOurs = (address: string): boolean =>
    URL.canParse(address.trim()) && only(new URL(address.trim()).searchParams, 'state') === this.state;

  /** Undefined: the user gave up. Throws `SignInError` for a refusal, and for an answer that must not be trusted. */
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

/** The query of the page, but for what belongs to one visit. */
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

/** What the settings say, else what the server asks for, else all that it names; and what was granted before. */
export function scopeOf(
  { resource, server }: Discovered,
  challenge: Challenge,
  settings: OAuthSettings,
  granted: string | undefined,
): string | undefined {
  const named = resource?.scopes.join(' ') || undefined;
  const wanted = settings.scopes?.join(' ') ?? challenge.scope ?? named;
  const isStepUp = challenge.error === 'insufficient_scope';
  // Without it there would be no refresh token where this is how one is asked for.
  const offline = server.scopes.includes('offline_access') && wanted !== undefined ? 'offline_access' : undefined;
  return isStepUp ? joinScopes(granted, wanted, challenge.scope, offline) : joinScopes(wanted, offline);
}

function pageOf({ authorize }: AuthorizationServer): URL {
  const url = new URL(authorize);
  if (url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url))) return url;
  throw new SignInError(l10n.t('The sign-in page isn’t an https address, so it wasn’t opened: {0}', url.origin));
}

export function isLoopback({ hostname }: URL): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(hostname);
}

function codeIn(query: URLSearchParams, server: AuthorizationServer): string {
  const issuer = query.getAll('iss');
  // Whose answer this is comes before what it says: another server's must not be redeemed here (RFC 9207).
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
      l10n.t('The authorization server did not sign you in ({0}).', errorCode(refusal || 'no code')),
    );
  }
  return code;
}

/** Empty where the name is missing or stands there more than once. */
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
