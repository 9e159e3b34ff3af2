import * as l10n from '@vscode/l10n';
import type { ClientMethod, OAuthClient, OAuthTokens, SignInFetch } from '../../agent/ports/mcpSignIn';
import { SignInError } from '../../shared/errors';
import { createClientAssertion } from './clientAssertion';
import type { AuthorizationServer } from './metadata';
import type { OAuthSettings } from './oauthSettings';
import { errorCode } from './signInFailure';
import { isJsonObject, type JsonObject } from '../../shared/jsonObject';

export interface TokenRequest {
  readonly server: AuthorizationServer;
  readonly client: OAuthClient;
  readonly settings: OAuthSettings;
  /** `grant_type` and its parameters. */
  readonly grant: Readonly<Record<string, string>>;
  /** The resource that the tokens are for (RFC 8707). */
  readonly resource?: string;
  readonly fetch: SignInFetch;
  readonly now: () => number;
}

/** The token endpoint refused; `code` is the protocol's error code. */
export class TokenRefused extends SignInError {
  constructor(readonly code: string) {
    super(l10n.t('The authorization server didn’t sign you in ({0}).', code));
    this.name = 'TokenRefused';
  }
}

/** Gets tokens. Throws `TokenRefused`, and `SignInError` for an unusable response. */
export async function requestTokens(request: TokenRequest): Promise<OAuthTokens> {
  const { server, grant, resource, fetch, now } = request;
  const body = new URLSearchParams({ ...grant, ...(resource !== undefined && { resource }) });
  const headers = new Headers({ 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' });
  await authenticate(request, headers, body);
  const response = await fetch(server.token, { method: 'POST', headers, body: body.toString() });
  const answer = await readAnswer(response);
  if (!response.ok || answer.error !== undefined) {
    if (response.status >= 500) throw unusable(`HTTP ${response.status}`);
    throw new TokenRefused(errorCode(answer.error ?? `HTTP.${response.status}`));
  }
  const { access_token: access, refresh_token: refresh, expires_in: seconds, scope, token_type: kind } = answer;
  if (typeof access !== 'string' || access === '') throw unusable('access_token');
  // Another type of token would be sent in a way that exposes it, or not at all.
  if (typeof kind === 'string' && kind.toLowerCase() !== 'bearer') throw unusable('token_type');
  const lifetime = Number(seconds);
  return {
    access,
    ...(typeof refresh === 'string' && refresh !== '' && { refresh }),
    obtained: now(),
    ...(seconds !== undefined && Number.isFinite(lifetime) && { expires: now() + lifetime * 1000 }),
    ...(typeof scope === 'string' && scope !== '' && { scope }),
  };
}

/** How a client authenticates: as it was registered, otherwise the best method that both sides support. */
function clientMethodOf(client: OAuthClient, server: AuthorizationServer, settings: OAuthSettings): ClientMethod {
  const known = server.clientMethods;
  if (settings.privateKey !== undefined) return 'private_key_jwt';
  if (client.method && client.method !== 'private_key_jwt' && (!known || known.includes(client.method)))
    return client.method;
  if (client.secret === undefined) return 'none';
  return !known || known.includes('client_secret_basic') ? 'client_secret_basic' : 'client_secret_post';
}

async function authenticate(
  { client, server, settings, now }: TokenRequest,
  headers: Headers,
  body: URLSearchParams,
): Promise<void> {
  const method = clientMethodOf(client, server, settings);
  const { id, secret = '' } = client;
  switch (method) {
    case 'client_secret_basic':
      headers.set('authorization', `Basic ${btoa(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`)}`);
      return;
    case 'client_secret_post':
      body.set('client_secret', secret);
      body.set('client_id', id);
      return;
    case 'none':
      body.set('client_id', id);
      return;
    case 'private_key_jwt': {
      const { privateKey = '', signingAlgorithm: algorithm = 'RS256' } = settings;
      const audience = server.issuer;
      const assertion = await createClientAssertion({ clientId: id, audience, privateKey, algorithm, now: now() });
      body.set('client_assertion_type', 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer');
      body.set('client_assertion', assertion);
      return;
    }
    default:
      return method satisfies never;
  }
}

async function readAnswer(response: Response): Promise<JsonObject> {
  const text = await response.text();
  try {
    const value: unknown = JSON.parse(text);
    if (isJsonObject(value)) return value;
  } catch {
    // Some servers respond in form encoding, as before there was a standard.
    if (/^[\w.-]+=/.test(text)) return Object.fromEntries(new URLSearchParams(text));
  }
  return {};
}

function unusable(detail: string): SignInError {
  return new SignInError(l10n.t('The authorization server’s answer contains no token.'), detail);
}
