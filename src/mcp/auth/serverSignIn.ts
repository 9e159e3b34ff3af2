import * as l10n from '@vscode/l10n';
import type {
  Challenge,
  OAuthTokens,
  SignInBrowser,
  SignInFetch,
  SignInStore,
  StoredSignIn,
  TokenSource,
} from '../../agent/ports/mcpSignIn';
import { SignInError } from '../../shared/errors';
import { AuthorizationVisit, scopeOf, searchOf } from './authorization';
import { clientOfSettings, findClient } from './clientRegistration';
import { discover, isSameIssuer, type Discovered } from './metadata';
import type { OAuthSettings } from './oauthSettings';
import { SignInNeeded } from './signInFailure';
import { requestTokens, TokenRefused } from './tokenRequest';

export interface ServerSignInOptions {
  readonly name: string;
  readonly address: string;
  readonly settings: OAuthSettings;
  readonly store: SignInStore;
  readonly fetch: SignInFetch;
  readonly now: () => number;
  /** For a sign-in that a server asks for in the middle of a request; absent: it is said that one is needed. */
  readonly browser?: SignInBrowser;
  /** Milliseconds that the user has for the browser. */
  readonly limitMs?: number;
}

const LIMIT_MS = 5 * 60_000;
const AHEAD_MS = 5 * 60_000;

/** The sign-in at one server: its token, refreshed ahead of its end, and how to get another one. */
export class ServerSignIn implements TokenSource {
  readonly #options: ServerSignInOptions;
  #stored: StoredSignIn | undefined;
  /** At most one at a time. */
  #renewing: Promise<string | undefined> | undefined;
  #signingIn: Promise<string> | undefined;
  /** What the server asked for last. */
  #challenge: Challenge = {};

  constructor(options: ServerSignInOptions) {
    this.#options = options;
  }

  /** A token to send; undefined: there is none that could be any good. Throws only what the network throws. */
  async token(): Promise<string | undefined> {
    const stored = (this.#stored ??= await this.#options.store.read(this.#options.address));
    if (!stored?.tokens) return undefined;
    if (!this.#isEnding(stored.tokens)) return stored.tokens.access;
    const fresh = await this.#renew({}).catch((error: unknown) => {
      if (error instanceof SignInError) return undefined;
      throw error;
    });
    return fresh ?? (this.#isOver(stored.tokens) ? undefined : stored.tokens.access);
  }

  /**
   * Another token than the one that was refused with `challenge`: refreshed, or by a new sign-in. Throws `SignInNeeded`
   * where nobody may be asked now, and `SignInError`.
   */
  async again(
    challenge: Challenge,
    refused: string | undefined,
    isRepeated: boolean,
    signal: AbortSignal,
  ): Promise<string> {
    this.#challenge = challenge;
    if (this.#options.settings.enabled === false) throw this.#needed(challenge);
    this.#stored = await this.#options.store.read(this.#options.address);
    const current = this.#stored?.tokens?.access;
    // Somebody else has signed in or refreshed meanwhile.
    if (current !== undefined && current !== refused) return current;
    if (!isRepeated && challenge.error !== 'insufficient_scope') {
      const fresh = await this.#renew(challenge);
      if (fresh !== undefined) return fresh;
    }
    return this.signIn(this.#options.browser, signal);
  }

  /**
   * Signs in, in the browser or, where the settings say so, as the program itself; for what the server asked for last. Throws
   * `SignInNeeded` without a browser or where the user gave up, and `SignInError`.
   */
  async signIn(browser: SignInBrowser | undefined, signal: AbortSignal): Promise<string> {
    this.#signingIn ??= this.#signIn(this.#challenge, browser, signal).finally(() => (this.#signingIn = undefined));
    return this.#signingIn;
  }

  /** False: nobody was signed in. */
  async signOut(): Promise<boolean> {
    this.#stored = undefined;
    return this.#options.store.delete(this.#options.address);
  }

  #isEnding({ expires = Infinity, obtained = 0 }: OAuthTokens): boolean {
    const ahead = Math.min(AHEAD_MS, (expires - obtained) / 10);
    return this.#options.now() > expires - ahead;
  }

  #isOver({ expires = Infinity }: OAuthTokens): boolean {
    return this.#options.now() >= expires;
  }

  #renew(challenge: Challenge): Promise<string | undefined> {
    this.#renewing ??= this.#refresh(challenge).finally(() => (this.#renewing = undefined));
    return this.#renewing;
  }

  /** Undefined: only a new sign-in helps. */
  async #refresh(challenge: Challenge): Promise<string | undefined> {
    const { store, address, settings } = this.#options;
    const stored = this.#stored;
    if (settings.grantType === 'client_credentials') return undefined;
    const refresh = stored?.tokens?.refresh;
    if (!stored || refresh === undefined) return undefined;
    const found = await this.#discover(challenge);
    // A refresh token goes to whom it is from, and to nobody else.
    const { issuer, token } = found.server;
    const isTheirs =
      stored.tokenEndpoint === undefined ? isSameIssuer(issuer, stored.issuer) : stored.tokenEndpoint === token;
    if (!isTheirs) return undefined;
    try {
      const client = clientOfSettings(settings) ?? stored.client;
      const grant = { grant_type: 'refresh_token', refresh_token: refresh };
      const tokens = await requestTokens({ ...this.#requestOf(found), client, grant });
      const { scope } = stored.tokens ?? {};
      const { tokenEndpoint: _, ...own } = stored;
      await this.#save({
        ...own,
        issuer,
        client,
        tokens: { refresh, ...(scope !== undefined && { scope }), ...tokens },
      });
      return tokens.access;
    } catch (error) {
      if (!(error instanceof TokenRefused)) throw error;
      // Another window may have used the token that was good for one time only.
      const now = await store.read(address);
      if (now?.tokens && now.tokens.access !== stored.tokens?.access) {
        this.#stored = now;
        return now.tokens.access;
      }
      return undefined;
    }
  }

  async #signIn(challenge: Challenge, browser: SignInBrowser | undefined, signal: AbortSignal): Promise<string> {
    const { settings } = this.#options;
    const stored = this.#stored ?? (await this.#options.store.read(this.#options.address));
    if (settings.grantType === 'client_credentials') return this.#signInAsProgram(challenge);
    if (!browser) throw this.#needed(challenge);
    const found = await this.#discover(challenge);
    const isKnown = stored !== undefined && isSameIssuer(stored.issuer, found.server.issuer);
    const mine = isKnown ? stored : undefined;
    this.#refuseForeign(found, stored);
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
      const client = await findClient({ ...this.#options, server, stored: mine, redirect, scope });
      const limit = AbortSignal.timeout(this.#options.limitMs ?? LIMIT_MS);
      const page = { server, search: searchOf(found, client, settings, scope) };
      const grant = await visit.make(browser, landing, page, AbortSignal.any([signal, limit]));
      if (!grant) {
        if (limit.aborted) throw new SignInError(l10n.t('The sign-in took too long. Try again.'));
        throw this.#needed(challenge);
      }
      const tokens = await requestTokens({
        ...this.#requestOf(found),
        client,
        grant: {
          grant_type: 'authorization_code',
          code: grant.code,
          code_verifier: grant.verifier,
          redirect_uri: grant.redirect,
        },
      });
      await this.#keep(found, client, tokens, scope);
      return tokens.access;
    } finally {
      landing.close();
    }
  }

  async #signInAsProgram(challenge: Challenge): Promise<string> {
    const { settings } = this.#options;
    const client = clientOfSettings(settings);
    if (!client)
      throw new SignInError(l10n.t('A sign-in as a program needs “oauth.clientId” in the server’s settings.'));
    const found = await this.#discover(challenge);
    this.#refuseForeign(found, this.#stored);
    const scope = scopeOf(found, challenge, settings, undefined);
    const grant = { grant_type: 'client_credentials', ...(scope !== undefined && { scope }) };
    const tokens = await requestTokens({ ...this.#requestOf(found), client, grant });
    await this.#keep(found, client, tokens, scope);
    return tokens.access;
  }

  /** What the settings hold is for one authorization server, whatever the MCP server says later. */
  #refuseForeign({ server }: Discovered, stored: StoredSignIn | undefined): void {
    const { issuer, clientId, clientSecret, privateKey } = this.#options.settings;
    const isSecret = clientId !== undefined && (clientSecret !== undefined || privateKey !== undefined);
    const expected = issuer ?? (isSecret && stored?.tokenEndpoint === undefined ? stored?.issuer : undefined);
    if (expected === undefined || isSameIssuer(expected, server.issuer)) return;
    throw new SignInError(
      l10n.t(
        'The server “{0}” now names the authorization server {1}; its client belongs to {2}. Sign out and in again if that is right.',
        this.#options.name,
        server.issuer,
        expected,
      ),
    );
  }

  #discover(challenge: Challenge): Promise<Discovered> {
    const { address, settings, fetch } = this.#options;
    return discover(address, challenge, settings, fetch);
  }

  #requestOf({ server, resource }: Discovered) {
    const { settings, fetch, now } = this.#options;
    return { server, settings, fetch, now, ...(resource && { resource: resource.resource }) };
  }

  async #keep(
    { server }: Discovered,
    client: StoredSignIn['client'],
    tokens: OAuthTokens,
    scope: string | undefined,
  ): Promise<void> {
    const granted = tokens.scope ?? scope;
    await this.#save({
      server: this.#options.address,
      issuer: server.issuer,
      client,
      tokens: { ...tokens, ...(granted !== undefined && { scope: granted }) },
    });
  }

  async #save(signIn: StoredSignIn): Promise<void> {
    this.#stored = signIn;
    await this.#options.store.save(signIn);
  }

  #needed({ error }: Challenge): SignInNeeded {
    const { name } = this.#options;
    const text =
      error === 'insufficient_scope'
        ? l10n.t('The MCP server “{0}” asks for more than you granted. Sign in to it again.', name)
        : l10n.t('The MCP server “{0}” asks you to sign in.', name);
    return new SignInNeeded(name, text);
  }
}
