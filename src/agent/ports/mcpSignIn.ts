/** How a client proves itself at the token endpoint. */
export type ClientMethod = 'none' | 'client_secret_basic' | 'client_secret_post' | 'private_key_jwt';

/** Who we are to an authorization server. */
export interface OAuthClient {
  readonly id: string;
  readonly secret?: string;
  readonly method?: ClientMethod;
  /** Registered by us, with this way back. */
  readonly redirect?: string;
  /** Milliseconds; the registration is over then. */
  readonly expires?: number;
}

export interface OAuthTokens {
  readonly access: string;
  readonly refresh?: string;
  /** Milliseconds. */
  readonly obtained?: number;
  readonly expires?: number;
  readonly scope?: string;
}

/** A sign-in at one server. It counts for that address and that issuer alone. */
export interface StoredSignIn {
  readonly server: string;
  readonly issuer: string;
  readonly client: OAuthClient;
  readonly tokens?: OAuthTokens;
  /** Of a sign-in that another program made: the only place that its refresh token may be sent to. */
  readonly tokenEndpoint?: string;
}

/** Where sign-ins are kept, by the server's address; secrets, which no log and no other file sees. */
export interface SignInStore {
  read(server: string): Promise<StoredSignIn | undefined>;
  save(signIn: StoredSignIn): Promise<void>;
  /** False: there was none. */
  delete(server: string): Promise<boolean>;
}

/** Where the browser comes back to. */
export interface Landing {
  /** The address that the authorization server is given. */
  readonly redirect: string;
  /** Settles with the first address that is an answer to this sign-in. */
  readonly address: Promise<string>;
  close(): void;
}

export interface LandingWish {
  /** Takes an address that came in; all others are left alone. */
  readonly isOurs: (address: string) => boolean;
  /** Has to be exactly this, for it is registered. */
  readonly redirect?: string;
  /** This was registered earlier; another one costs no more than another registration. */
  readonly earlier?: string;
  /** The client was registered by somebody who may have written it so. */
  readonly isLocalhost: boolean;
}

/** The user's browser, and the way back from it. */
export interface SignInBrowser {
  land(wish: LandingWish): Promise<Landing>;
  /**
   * Opens `page` and offers to paste the address that it ended at. Undefined: the user gave up. Needs not settle before
   * `signal` aborts. `problemOf` says what is wrong with a pasted text.
   */
  visit(
    page: string,
    problemOf: (text: string) => string | undefined,
    signal: AbortSignal,
  ): Promise<string | undefined>;
}

/** A request on the way of a sign-in; goes to no private address unless the MCP server is there itself. */
export type SignInFetch = (url: string, init?: RequestInit) => Promise<Response>;

/** What a server says with 401 or 403 of how to sign in (`WWW-Authenticate: Bearer …`). */
export interface Challenge {
  readonly resourceMetadata?: string;
  readonly scope?: string;
  readonly error?: string;
}

/** Where a server's token comes from. */
export interface TokenSource {
  /** Undefined: there is none to send. */
  token(): Promise<string | undefined>;
  /**
   * Another one than was refused; `isRepeated`: for the same request, so that a mere refresh has not helped. Throws
   * `SignInError`.
   */
  again(challenge: Challenge, refused: string | undefined, isRepeated: boolean, signal: AbortSignal): Promise<string>;
}
