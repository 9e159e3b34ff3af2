// The steps of a sign-in at a server. They return what must be stored, without storing it.
import * as l10n from '@vscode/l10n';
import type {
  Challenge,
  OAuthTokens,
  SignInBrowser,
  SignInFetch,
  SignInStore,
  StoredSignIn,
} from '../../agent/ports/mcpSignIn';
import { SignInError } from '../../shared/errors';
import { AuthorizationVisit, scopeOf, searchOf } from './authorization';
import { clientOfSettings, findClient } from './clientRegistration';
import { discover, isSameIssuer, type Discovered } from './metadata';
import type { OAuthSettings } from './oauthSettings';
import { signInNeeded } from './signInFailure';
import { requestTokens } from './tokenRequest';

export interface ServerSignInOptions {
  readonly name: string;
  readonly address: string;
  readonly settings: OAuthSettings;
  readonly store: SignInStore;
  readonly fetch: SignInFetch;
  readonly now: () => number;
  /** For a sign-in that a server asks for during a request; if absent, the request fails with `SignInNeeded`. */
  readonly browser?: SignInBrowser;
  /** How many milliseconds the user has for the sign-in in the browser. */
  readonly limitMs?: number;
}

/** Default for `limitMs`. */
const LIMIT_MS = 5 * 60_000;

export type NewSignIn = StoredSignIn & { readonly tokens: OAuthTokens };

/** Refreshes the tokens. Returns undefined if only a new sign-in helps. Throws `TokenRefused` too. */
export async function refreshed(
  stored: StoredSignIn,
  challenge: Challenge,
  options: ServerSignInOptions,
): Promise<NewSignIn | undefined> {
  const { settings } = options;
  if (settings.grantType === 'client_credentials') return undefined;
  const refresh = stored.tokens?.refresh;
  if (refresh === undefined) return undefined;
  const found = await discovered(challenge, options);
  // A refresh token must only be sent to the server that issued it.
  const { issuer, token } = found.server;
  const isTheirs =
    stored.tokenEndpoint === undefined ? isSameIssuer(issuer, stored.issuer) : stored.tokenEndpoint === token;
  if (!isTheirs) return undefined;
  const client = clientOfSettings(settings) ?? stored.client;
  const grant = { grant_type: 'refresh_token', refresh_token: refresh };
  const tokens = await requestTokens({ ...requestTo(found, options), client, grant });
  const { scope } = stored.tokens ?? {};
  const { tokenEndpoint: _, ...own } = stored;
  return { ...own, issuer, client, tokens: { refresh, ...(scope !== undefined && { scope }), ...tokens } };
}

/** Signs in, in the browser. Throws `SignInNeeded` if the user gave up. */
export async function signedIn(
  stored: StoredSignIn | undefined,
  challenge: Challenge,
  browser: SignInBrowser,
  options: ServerSignInOptions,
  signal: AbortSignal,
): Promise<NewSignIn> {
  const { name, settings, limitMs = LIMIT_MS } = options;
  const found = await discovered(challenge, options);
  const isKnown = stored !== undefined && isSameIssuer(stored.issuer, found.server.issuer);
  const mine = isKnown ? stored : undefined;
  refuseForeign(found, stored, options);
  const scope = scopeOf(found, challenge, settings, mine?.tokens?.scope);
  const visit = new AuthorizationVisit();
  const earlier = mine?.client.redirect;
  const landing = await browser.land({
    isOurs: visit.isOurs,
    isLocalhost: settings.clientId !== undefined,
    ...(settings.redirectUri !== undefined && { redirect: settings.redirectUri }),
    ...(earlier !== undefined && { earlier }),
  });
  try {
    const { server } = found;
    const { redirect } = landing;
    const client = await findClient({ ...options, server, stored: mine, redirect, scope });
    const limit = AbortSignal.timeout(limitMs);
    const page = { server, search: searchOf(found, client, settings, scope) };
    const grant = await visit.make(browser, landing, page, AbortSignal.any([signal, limit]));
    if (!grant) {
      if (limit.aborted) throw new SignInError(l10n.t('The sign-in took too long. Try again.'));
      throw signInNeeded(name, challenge);
    }
    const tokens = await requestTokens({
      ...requestTo(found, options),
      client,
      grant: {
        grant_type: 'authorization_code',
        code: grant.code,
        code_verifier: grant.verifier,
        redirect_uri: grant.redirect,
      },
    });
    return newSignIn(found, client, tokens, scope, options);
  } finally {
    landing.close();
  }
}

/** Signs in as the program itself, which needs no browser. */
export async function signedInAsProgram(
  stored: StoredSignIn | undefined,
  challenge: Challenge,
  options: ServerSignInOptions,
): Promise<NewSignIn> {
  const { settings } = options;
  const client = clientOfSettings(settings);
  if (!client) throw new SignInError(l10n.t('A sign-in as a program needs “oauth.clientId” in the server’s settings.'));
  const found = await discovered(challenge, options);
  refuseForeign(found, stored, options);
  const scope = scopeOf(found, challenge, settings, undefined);
  const grant = { grant_type: 'client_credentials', ...(scope !== undefined && { scope }) };
  const tokens = await requestTokens({ ...requestTo(found, options), client, grant });
  return newSignIn(found, client, tokens, scope, options);
}

/** A client in the settings belongs to one authorization server, even if the MCP server names another one later. */
function refuseForeign({ server }: Discovered, stored: StoredSignIn | undefined, options: ServerSignInOptions): void {
  const { issuer, clientId, clientSecret, privateKey } = options.settings;
  const isSecret = clientId !== undefined && (clientSecret !== undefined || privateKey !== undefined);
  const expected = issuer ?? (isSecret && stored?.tokenEndpoint === undefined ? stored?.issuer : undefined);
  if (expected === undefined || isSameIssuer(expected, server.issuer)) return;
  throw new SignInError(
    l10n.t(
      'The server “{0}” now names the authorization server {1}, but you signed in through {2}. If you expect this, sign out and sign in again.',
      options.name,
      server.issuer,
      expected,
    ),
  );
}

function discovered(challenge: Challenge, { address, settings, fetch }: ServerSignInOptions): Promise<Discovered> {
  return discover(address, challenge, settings, fetch);
}

function requestTo({ server, resource }: Discovered, { settings, fetch, now }: ServerSignInOptions) {
  return { server, settings, fetch, now, ...(resource && { resource: resource.resource }) };
}

function newSignIn(
  { server }: Discovered,
  client: StoredSignIn['client'],
  tokens: OAuthTokens,
  scope: string | undefined,
  { address }: ServerSignInOptions,
): NewSignIn {
  const granted = tokens.scope ?? scope;
  return {
    server: address,
    issuer: server.issuer,
    client,
    tokens: { ...tokens, ...(granted !== undefined && { scope: granted }) },
  };
}
