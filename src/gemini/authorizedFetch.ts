import * as l10n from '@vscode/l10n';
import type { AccessTokens } from '../agent/ports/accessTokens';
import { EgressError, SignInError } from '../shared/errors';
import { ConnectionError, HttpError, readApiError } from './apiError';
import { ModelError, failureOfApi } from './failures';

type Fetch = typeof globalThis.fetch;

const KEY_HEADER = 'x-goog-api-key';

/**
 * Wraps `fetch` to throw `HttpError` for any response but success, and `ConnectionError` if there is none: the SDK's
 * own errors drop the service's message. Doesn't follow redirects, so keys and prompts only go where they were
 * addressed.
 */
export function fetchOrThrow(fetch: Fetch): Fetch {
  return async (url, init) => sendOrThrow(fetch, url, init);
}

async function sendOrThrow(fetch: Fetch, url: Parameters<Fetch>[0], init?: RequestInit): Promise<Response> {
  const request = new URL(url instanceof Request ? url.url : url);
  const response = await fetch(url, { ...init, redirect: 'manual' }).catch((error: unknown) => {
    const isOurs = init?.signal?.aborted === true || error instanceof EgressError;
    throw isOurs ? error : new ConnectionError(request, { cause: error });
  });
  const next = response.status < 400 ? response.headers.get('location') : null;
  if (next !== null) {
    await response.body?.cancel();
    throw redirected(request, next);
  }
  if (response.ok && isPage(response)) throw replaced(request, await response.text());
  if (!response.ok) throw new HttpError(response.status, withoutSecrets(await response.text(), init));
  return response;
}

/** Adds the setting or variable that sets the service's address to a `ConnectionError` of `fetch`. */
export function fetchNaming(addressFrom: string | undefined, fetch: Fetch): Fetch {
  if (addressFrom === undefined) return fetch;
  return async (url, init) =>
    fetch(url, init).catch((error: unknown) => {
      if (!(error instanceof ConnectionError)) throw error;
      throw new ConnectionError(error.url, { cause: error.cause }, addressFrom);
    });
}

/** Like `fetchOrThrow`, but sends `header: value` instead of the SDK's key header. */
export function fetchWithHeader(fetch: Fetch, name: string, value: string): Fetch {
  return (url, init) => sendOrThrow(fetch, url, withHeader(init, name, value));
}

/** A placeholder key, which is not sent: without a key, the SDK would look for credentials of its own. */
export const NO_KEY = 'no-key';

/** Like `fetchOrThrow`, but without a key, for a gateway that needs none. Throws `SignInError` if it requires one. */
export function fetchWithoutKey(fetch: Fetch): Fetch {
  return async (url, init = {}) => sendWithoutKey(fetch, url, init);
}

async function sendWithoutKey(fetch: Fetch, url: Parameters<Fetch>[0], init: RequestInit): Promise<Response> {
  const headers = new Headers(init.headers);
  if (headers.get(KEY_HEADER) === NO_KEY) headers.delete(KEY_HEADER);
  try {
    return await sendOrThrow(fetch, url, { ...init, headers });
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    const said = readApiError(error.status, error.body);
    if (failureOfApi(said).kind !== 'auth') throw error;
    const { host } = new URL(url instanceof Request ? url.url : url);
    const message = l10n.t('{0} requires a key. Enter one, or set GEMINI_CLI_CUSTOM_HEADERS.', host);
    throw new SignInError(message, said.message);
  }
}

/**
 * Like `fetchOrThrow`, but authorized with the tokens. A refused token is refreshed once; throws `SignInError` if the
 * new one is refused too.
 */
export function fetchAs(fetch: Fetch, tokens: AccessTokens): Fetch {
  return async (url, init) => {
    const send = (token: string) => sendOrThrow(fetch, url, withHeader(init, 'authorization', `Bearer ${token}`));
    const token = await tokens.get();
    try {
      return await send(token);
    } catch (error) {
      if (!isRefusal(error)) throw error;
    }
    const fresh = await tokens.get(token);
    try {
      return await send(fresh);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      throw new SignInError(l10n.t('Google didn’t accept the sign-in. Sign in again.'));
    }
  };
}

/**
 * Redacts the request's header values, so that a service that echoes them doesn't leak a key into messages and logs.
 */
function withoutSecrets(body: string, init: RequestInit = {}): string {
  const secrets = [...new Headers(init.headers)].flatMap(([name, value]) =>
    HARMLESS.test(name) ? [] : [value, value.replace(/^(?:Bearer|Basic) +/i, '')],
  );
  return secrets.reduce((clean, secret) => (secret.length < 8 ? clean : clean.replaceAll(secret, '[redacted]')), body);
}

const HARMLESS = /^(?:accept|content-.*|user-agent|x-goog-api-client|x-server-timeout)$/;

function redirected(from: URL, to: string): ModelError {
  const host = URL.canParse(to, from.href) ? new URL(to, from).host : to;
  return new ModelError({
    kind: 'other',
    message: l10n.t('{0} redirects to {1}. Nothing was sent there.', from.host, host),
    isPermanent: true,
  });
}

/** The service only returns JSON and events, so an HTML page comes from something in between. */
function isPage({ headers }: Response): boolean {
  return /^text\/html\b/i.test(headers.get('content-type') ?? '');
}

function replaced(from: URL, page: string): ModelError {
  const detail = readApiError(200, page).message;
  return new ModelError({
    kind: 'network',
    message: l10n.t(
      'A proxy or network sign-in page answered instead of {0}. Open a web page in a browser to see what it asks for.',
      from.host,
    ),
    ...(detail !== '' && { detail }),
    isPermanent: true,
  });
}

function isRefusal(error: unknown): boolean {
  return error instanceof HttpError && error.status === 401;
}

function withHeader(init: RequestInit = {}, name: string, value: string): RequestInit {
  const headers = new Headers(init.headers);
  headers.delete(KEY_HEADER);
  headers.set(name, value);
  return { ...init, headers };
}
