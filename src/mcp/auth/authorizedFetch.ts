import * as l10n from '@vscode/l10n';
import type { Challenge, TokenSource } from '../../agent/ports/mcpSignIn';
import { SignInError } from '../../shared/errors';
import { readChallenge } from './challenge';

export interface AuthorizedFetchOptions {
  readonly name: string;
  readonly address: string;
  readonly source: TokenSource;
  /** Sends requests to the server. */
  readonly fetch: typeof globalThis.fetch;
  /** If set, the token is sent as this query parameter. */
  readonly tokenParamName?: string;
  /** Called when the server also refuses the token that it just got. */
  readonly onRefused?: () => void;
  /** Headers to send with the token. */
  readonly extraHeaders?: () => Promise<Readonly<Record<string, string>>>;
}

/** How many tokens one request may try: a refreshed one and one from a new sign-in; for more permissions, one more. */
const MAX_TOKENS = { 401: 2, 403: 3 } as const;

/**
 * Creates a `fetch` for one server that sends the server's token to its origin only; requests to other origins go
 * without it. If the server asks for a sign-in or for more permissions, gets a token and sends the request again.
 */
export function createAuthorizedFetch(options: AuthorizedFetchOptions): typeof globalThis.fetch {
  const { address, source, fetch } = options;
  const { origin } = new URL(address);
  /** Scopes that the server asked for again after they were granted; asking for them again would never end. */
  const given = new Set<string>();
  return async (input, init = {}) => {
    const url = new URL(input instanceof Request ? input.url : input);
    // An authorization header from the settings is the user's own way to sign in.
    const hasOwn = new Headers(init.headers).has('authorization');
    if (url.origin !== origin || hasOwn) return fetch(url, init);
    const signal = init.signal ?? new AbortController().signal;
    let token = await source.token();
    for (let tokens = 0; ; tokens++) {
      const response = await fetch(...(await withToken(url, init, token, options)));
      const challenge = challengeOf(response);
      if (!challenge) return response;
      const limit = response.status === 401 ? MAX_TOKENS[401] : MAX_TOKENS[403];
      const wish = `${response.status} ${challenge.scope}`;
      if (tokens >= limit && response.status === 403) given.add(wish);
      if (tokens >= limit || given.has(wish)) {
        options.onRefused?.();
        throw refused(options.name, response.status);
      }
      await response.body?.cancel();
      token = await source.again(challenge, token, tokens > 0, signal);
    }
  };
}

/** Returns undefined if the response doesn't ask for a sign-in. */
function challengeOf({ status, headers }: Response): Challenge | undefined {
  const challenge = readChallenge(headers.get('www-authenticate'));
  if (status === 401) return challenge;
  return status === 403 && challenge.error === 'insufficient_scope' ? challenge : undefined;
}

async function withToken(
  url: URL,
  init: RequestInit,
  token: string | undefined,
  { tokenParamName, extraHeaders }: AuthorizedFetchOptions,
): Promise<[URL, RequestInit]> {
  if (token === undefined) return [url, init];
  if (tokenParamName !== undefined) {
    const withParam = new URL(url);
    withParam.searchParams.set(tokenParamName, token);
    return [withParam, init];
  }
  const headers = new Headers(init.headers);
  for (const [name, value] of Object.entries((await extraHeaders?.()) ?? {})) headers.set(name, value);
  headers.set('authorization', `Bearer ${token}`);
  return [url, { ...init, headers }];
}

function refused(name: string, status: number): SignInError {
  return new SignInError(l10n.t('The MCP server “{0}” rejected the new sign-in ({1}).', name, status));
}
