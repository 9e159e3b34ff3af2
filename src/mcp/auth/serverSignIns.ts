import * as l10n from '@vscode/l10n';
import type { SignInBrowser, SignInFetch, SignInStore, TokenSource } from '../../agent/ports/mcpSignIn';
import { SignInError } from '../../shared/errors';
import type { ServerConfig } from '../config/serverConfig';
import { createAuthorizedFetch } from './authorizedFetch';
import { readOAuthSettings } from './oauthSettings';
import { ServerSignIn } from './serverSignIn';

/** Google's own ways to sign in, which need no browser. */
export interface GoogleWays {
  readonly credentials: (
    address: string,
    scopes: readonly string[],
  ) => TokenSource & { readonly headers: () => Promise<Readonly<Record<string, string>>> };
  readonly impersonation: (audience: string | undefined, account: string | undefined) => TokenSource;
  readonly isGoogleHost: (address: string) => boolean;
}

export interface ServerSignInsOptions {
  readonly store: SignInStore;
  /** Sends the requests of a sign-in at the server with this address. */
  readonly fetchFor: (address: string) => SignInFetch;
  readonly google: GoogleWays;
  readonly now: () => number;
  /** For sign-ins that servers ask for during a request; if absent, such a request fails with `SignInNeeded`. */
  readonly browser?: SignInBrowser;
}

type Fetch = typeof globalThis.fetch;

/** The sign-ins of a window or a run, one per server. Server configurations must already be expanded. */
export class ServerSignIns {
  readonly #signIns = new Map<string, ServerSignIn>();
  readonly #refused = new Set<string>();

  constructor(private readonly options: ServerSignInsOptions) {}

  /** Returns the `fetch` for a server; a local server gets `fetch` unchanged. */
  fetchFor(config: ServerConfig, fetch: Fetch): Fetch {
    const { transport, authProviderType, targetAudience, targetServiceAccount } = config;
    if (!('url' in transport)) return fetch;
    const { name } = config;
    const address = transport.url;
    const settings = readOAuthSettings(config.oauth);
    const { tokenParamName } = settings;
    const common = { name, address, fetch, ...(tokenParamName !== undefined && { tokenParamName }) };
    const { google } = this.options;
    switch (authProviderType) {
      case 'google_credentials': {
        if (!google.isGoogleHost(address)) return refusing(name);
        const source = google.credentials(address, settings.scopes ?? []);
        return createAuthorizedFetch({ ...common, source, extraHeaders: () => source.headers() });
      }
      case 'service_account_impersonation':
        return createAuthorizedFetch({
          ...common,
          source: google.impersonation(targetAudience, targetServiceAccount),
        });
      default:
        return createAuthorizedFetch({
          ...common,
          source: this.#of(config, address),
          onRefused: () => this.#refused.add(name),
        });
    }
  }

  /** Whether the server refused a token that it had just issued, so that another sign-in would be pointless. */
  isRefused(name: string): boolean {
    return this.#refused.has(name);
  }

  /** Signs in with the browser, or as the settings say. Throws `SignInError`. */
  async signIn(config: ServerConfig, browser: SignInBrowser, signal: AbortSignal): Promise<void> {
    const { transport, name, authProviderType } = config;
    if (!('url' in transport))
      throw new SignInError(l10n.t('“{0}” is a local server and doesn’t need a sign-in.', name));
    if (authProviderType !== undefined && authProviderType !== 'dynamic_discovery') {
      throw new SignInError(l10n.t('“{0}” signs in with the Google credentials of this machine.', name));
    }
    this.#refused.delete(name);
    await this.#of(config, transport.url).signIn(browser, signal);
  }

  /** Returns false if nobody was signed in. */
  async signOut({ transport, ...config }: ServerConfig): Promise<boolean> {
    return 'url' in transport && this.#of({ ...config, transport }, transport.url).signOut();
  }

  async isSignedIn({ transport, ...config }: ServerConfig): Promise<boolean> {
    if (!('url' in transport)) return false;
    return (await this.#of({ ...config, transport }, transport.url).token()) !== undefined;
  }

  #of({ name, oauth }: ServerConfig, address: string): ServerSignIn {
    const key = JSON.stringify([name, address, oauth]);
    const known = this.#signIns.get(key);
    if (known) return known;
    const { store, fetchFor, now, browser } = this.options;
    const signIn = new ServerSignIn({
      name,
      address,
      settings: readOAuthSettings(oauth),
      store,
      fetch: fetchFor(address),
      now,
      ...(browser && { browser }),
    });
    this.#signIns.set(key, signIn);
    return signIn;
  }
}

function refusing(name: string): Fetch {
  return () =>
    Promise.reject(
      new SignInError(
        l10n.t('“{0}” isn’t a Google server, so it doesn’t get a token of your Google credentials.', name),
      ),
    );
}
