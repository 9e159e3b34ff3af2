import * as l10n from '@vscode/l10n';
import type { Challenge, TokenSource } from '../../agent/ports/mcpSignIn';
import { SignInError } from '../../shared/errors';
import { readChallenge } from './challenge';

export interface AuthorizedFetchOptions {
  readonly name: string;
  readonly address: string;
  readonly source: TokenSource;
  /** How requests to the server go out. */
  readonly fetch: typeof globalThis.fetch;
  /** The token goes into the address under this name. */
  readonly tokenParamName?: string;
  /** The server wants something else than what it was just given. */
  readonly onRefused?: () => void;
  /** Headers that go with the token. */
  readonly extraHeaders?: () => Promise<Readonly<Record<string, string>>>;
}

/** Tokens that one request may cost: a refreshed one and one of a new sign-in, or more permission and once more. */
const MAX_TOKENS = { 401: 2, 403: 3 } as const;

/**
 * A `fetch` for one server that sends its token there, and nowhere else: a request to another origin goes without. Where
 * the server asks for a sign-in, or for more than was granted, it is got and the request sent again.
 */
export function createAuthorizedFetch(options: AuthorizedFetchOptions): typeof globalThis.fetch {
  const { address, source, fetch } = options;
  const { origin } = new URL(address);
  /** What the server asked for once more after it had been given; asking for that again would go on for ever. */
  const given = new Set<string>();
  return async (input, init = {}) => {
    const url = new URL(input instanceof Request ? input.url : input);
    // A header that the settings hold is the user's own way of signing in.
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

/** Undefined: the answer is no question for a sign-in. */
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
