/** How a client authenticates at the token endpoint. */
export type ClientMethod = 'none' | 'client_secret_basic' | 'client_secret_post' | 'private_key_jwt';

/** Our client at an authorization server. */
export interface OAuthClient {
  readonly id: string;
  readonly secret?: string;
  readonly method?: ClientMethod;
  /** The redirect address, if we registered the client. */
  readonly redirect?: string;
  /** When the registration expires, in milliseconds since the epoch. */
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

/** A sign-in at one server; valid only for that address and that issuer. */
export interface StoredSignIn {
  readonly server: string;
  readonly issuer: string;
  readonly client: OAuthClient;
  readonly tokens?: OAuthTokens;
  /** For a sign-in that another program made: the only endpoint that its refresh token may be sent to. */
  readonly tokenEndpoint?: string;
}

/** Stores sign-ins by the server's address; they are secrets, which never reach a log or another file. */
export interface SignInStore {
  read(server: string): Promise<StoredSignIn | undefined>;
  save(signIn: StoredSignIn): Promise<void>;
  /** Returns false if there was none. */
  delete(server: string): Promise<boolean>;
}

/** Where the browser is redirected to. */
export interface Landing {
  /** The redirect address that the authorization server is given. */
  readonly redirect: string;
  /** Resolves with the first address that is an answer to this sign-in. */
  readonly address: Promise<string>;
  close(): void;
}

export interface LandingWish {
  /** Whether an incoming address belongs to this sign-in; all others are ignored. */
  readonly isOurs: (address: string) => boolean;
  /** Must be exactly this address, because it is registered. */
  readonly redirect?: string;
  /** An address registered earlier; using another one only costs another registration. */
  readonly earlier?: string;
  /** The user registered the client, possibly with `localhost`, so that name is used instead of 127.0.0.1. */
  readonly isLocalhost: boolean;
}

/** The user's browser, and the redirect back from it. */
export interface SignInBrowser {
  land(wish: LandingWish): Promise<Landing>;
  /**
   * Opens `page` and offers to paste the address that the browser ended at. Undefined: the user gave up. Need not
   * settle before `signal` aborts. `problemOf` says what is wrong with a pasted text.
   */
  visit(
    page: string,
    problemOf: (text: string) => string | undefined,
    signal: AbortSignal,
  ): Promise<string | undefined>;
}

/** A request during sign-in; private addresses are allowed only if the MCP server itself has one. */
export type SignInFetch = (url: string, init?: RequestInit) => Promise<Response>;

/** The server's `WWW-Authenticate: Bearer …` header in a 401 or 403 response. */
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
   * Returns a token other than the refused one. `isRepeated`: the same request was already refused after a refresh, so
   * refreshing does not help. Throws `SignInError`.
   */
  again(challenge: Challenge, refused: string | undefined, isRepeated: boolean, signal: AbortSignal): Promise<string>;
}
