import * as l10n from '@vscode/l10n';
import type { AccessTokens } from '../../agent/ports/accessTokens';
import type { Egress } from '../../agent/ports/egress';
import { SignInError } from '../../shared/errors';
import { createOAuth2Client, isRefusedGrant } from './authLibrary';
import type { GoogleCredentials, OAuthClient, OAuthEndpoints } from './credentials';

export interface GoogleAccountOptions {
  /** Undefined: not signed in. */
  readonly read: () => Promise<GoogleCredentials | undefined>;
  /** Stores refreshed credentials; without it, they last as long as this object. */
  readonly save?: (credentials: GoogleCredentials) => Promise<void>;
  readonly client: () => OAuthClient | undefined;
  readonly endpoints: OAuthEndpoints;
  readonly egress: Egress;
  readonly now: () => number;
}

/** A token that is about to expire could do so in transit. */
const MARGIN_MS = 60_000;
/** A refresh that has run longer than this isn't shared with new callers; milliseconds. */
const SLOW_MS = 10_000;

/** Provides a Google account's access tokens, refreshing expired ones; concurrent calls share one refresh. */
export class GoogleAccount implements AccessTokens {
  readonly #options: GoogleAccountOptions;
  #fresh: GoogleCredentials | undefined;
  /** The pending refresh: the refresh token it belongs to, and when it began. */
  #refreshing: { readonly of: string | undefined; readonly since: number; readonly token: Promise<string> } | undefined;

  constructor(options: GoogleAccountOptions) {
    this.#options = options;
  }

  async isSignedIn(): Promise<boolean> {
    return (await this.#options.read()) !== undefined;
  }

  /** Throws `SignInError` if only a new sign-in helps; a broken connection throws like `fetch`. */
  async get(refused?: string): Promise<string> {
    const stored = await this.#options.read();
    if (!stored) {
      this.#fresh = undefined;
      throw new SignInError(l10n.t('You’re not signed in with Google. Sign in first.'));
    }
    // Refreshed credentials are valid only while they belong to the stored sign-in.
    if (this.#fresh?.refresh_token !== stored.refresh_token) this.#fresh = undefined;
    const token = this.#usable(this.#fresh ?? stored, refused);
    if (token !== undefined) return token;
    const fresh = await this.#refreshOnce(stored);
    // The user signed in or out in the meantime.
    if ((await this.#options.read())?.refresh_token !== stored.refresh_token) return this.get();
    return fresh;
  }

  #refreshOnce(stored: GoogleCredentials): Promise<string> {
    const since = this.#options.now();
    const current = this.#refreshing;
    if (current && current.of === stored.refresh_token && since < current.since + SLOW_MS) return current.token;
    const token = this.#refresh(stored).finally(() => {
      if (this.#refreshing === refreshing) this.#refreshing = undefined;
    });
    const refreshing = { of: stored.refresh_token, since, token };
    this.#refreshing = refreshing;
    return token;
  }

  #usable({ access_token, expiry_date = Infinity }: GoogleCredentials, refused?: string): string | undefined {
    return access_token !== refused && expiry_date > this.#options.now() + MARGIN_MS ? access_token : undefined;
  }

  async #refresh(stored: GoogleCredentials): Promise<string> {
    const { client, endpoints, egress, now, read, save } = this.#options;
    const found = client();
    const { refresh_token } = stored;
    if (refresh_token === undefined) throw new SignInError(expired());
    if (!found) throw new SignInError(needClient());
    const oauth = await createOAuth2Client(found, endpoints, egress);
    oauth.setCredentials({ refresh_token });
    try {
      const { access_token, expiry_date } = (await oauth.refreshAccessToken()).credentials;
      if (typeof access_token !== 'string') throw new SignInError(expired());
      // The library computes the expiry from this machine's clock.
      const expiry = typeof expiry_date === 'number' ? { expiry_date: now() + expiry_date - Date.now() } : {};
      const fresh = { ...stored, access_token, ...expiry };
      // Tokens of a sign-in that has ended must not replace another sign-in, or restore it after signing out.
      if ((await read())?.refresh_token !== refresh_token) return access_token;
      this.#fresh = fresh;
      await save?.(fresh);
      return access_token;
    } catch (error) {
      if (isRefusedGrant(error)) throw new SignInError(expired());
      throw error;
    }
  }
}

function expired(): string {
  return l10n.t('The sign-in with Google has expired, or belongs to another OAuth client. Sign in again.');
}

/** The message wherever a client is needed and none is set. */
export function needClient(): string {
  return l10n.t(
    'To sign in with Google, you need your own OAuth client of the type “Desktop app”. Put its ID into the setting “pollux.google.clientId” or the variable POLLUX_OAUTH_CLIENT_ID. A sign-in of Gemini CLI can only be renewed with the client that made it.',
  );
}
