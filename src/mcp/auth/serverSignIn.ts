import type { Challenge, OAuthTokens, SignInBrowser, StoredSignIn, TokenSource } from '../../agent/ports/mcpSignIn';
import { SignInError } from '../../shared/errors';
import { signInNeeded } from './signInFailure';
import { refreshed, signedIn, signedInAsProgram, type NewSignIn, type ServerSignInOptions } from './signingIn';
import { TokenRefused } from './tokenRequest';

const AHEAD_MS = 5 * 60_000;

/** The sign-in at one server: provides its token, refreshed before it expires, and gets a new one when needed. */
export class ServerSignIn implements TokenSource {
  readonly #options: ServerSignInOptions;
  #stored: StoredSignIn | undefined;
  /** At most one refresh and one sign-in at a time. */
  #renewing: Promise<string | undefined> | undefined;
  #signingIn: Promise<string> | undefined;
  /** The server's last challenge. */
  #challenge: Challenge = {};

  constructor(options: ServerSignInOptions) {
    this.#options = options;
  }

  /** Returns a token to send; undefined if there is none that could be valid. Throws only network errors. */
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
   * Gets a token other than the one that was refused with `challenge`: a refreshed one, or one from a new sign-in.
   * Throws `SignInNeeded` if the user can't be asked now, and `SignInError`.
   */
  async again(
    challenge: Challenge,
    refused: string | undefined,
    isRepeated: boolean,
    signal: AbortSignal,
  ): Promise<string> {
    this.#challenge = challenge;
    if (this.#options.settings.enabled === false) throw signInNeeded(this.#options.name, challenge);
    this.#stored = await this.#options.store.read(this.#options.address);
    const current = this.#stored?.tokens?.access;
    // Another request or window has signed in or refreshed in the meantime.
    if (current !== undefined && current !== refused) return current;
    if (!isRepeated && challenge.error !== 'insufficient_scope') {
      const fresh = await this.#renew(challenge);
      if (fresh !== undefined) return fresh;
    }
    return this.signIn(this.#options.browser, signal);
  }

  /**
   * Signs in for the server's last challenge, in the browser or, if the settings say so, as the program itself.
   * Throws `SignInNeeded` without a browser or if the user gave up, and `SignInError`.
   */
  async signIn(browser: SignInBrowser | undefined, signal: AbortSignal): Promise<string> {
    this.#signingIn ??= this.#signIn(this.#challenge, browser, signal).finally(() => (this.#signingIn = undefined));
    return this.#signingIn;
  }

  /** Returns false if nobody was signed in. */
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

  /** Returns undefined if only a new sign-in helps. */
  async #refresh(challenge: Challenge): Promise<string | undefined> {
    const { store, address } = this.#options;
    const stored = this.#stored;
    try {
      const renewed = stored && (await refreshed(stored, challenge, this.#options));
      return renewed && (await this.#save(renewed));
    } catch (error) {
      if (!(error instanceof TokenRefused)) throw error;
      // Another window may have used the refresh token, which is valid only once.
      const now = await store.read(address);
      if (now?.tokens && now.tokens.access !== stored?.tokens?.access) {
        this.#stored = now;
        return now.tokens.access;
      }
      return undefined;
    }
  }

  async #signIn(challenge: Challenge, browser: SignInBrowser | undefined, signal: AbortSignal): Promise<string> {
    const stored = this.#stored ?? (await this.#options.store.read(this.#options.address));
    if (this.#options.settings.grantType === 'client_credentials') {
      return this.#save(await signedInAsProgram(this.#stored, challenge, this.#options));
    }
    if (!browser) throw signInNeeded(this.#options.name, challenge);
    return this.#save(await signedIn(stored, challenge, browser, this.#options, signal));
  }

  async #save(signIn: NewSignIn): Promise<string> {
    this.#stored = signIn;
    await this.#options.store.save(signIn);
    return signIn.tokens.access;
  }
}
