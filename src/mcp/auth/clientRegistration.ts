import * as l10n from '@vscode/l10n';
import type { ClientMethod, OAuthClient, SignInFetch, StoredSignIn } from '../../agent/ports/mcpSignIn';
import { SignInError } from '../../shared/errors';
import type { AuthorizationServer } from './metadata';
import type { OAuthSettings } from './oauthSettings';
import { errorCode } from './signInFailure';

const METHODS: readonly ClientMethod[] = ['none', 'client_secret_basic', 'client_secret_post'];

/** The client in the settings; undefined if they name none. */
export function clientOfSettings({ clientId, clientSecret }: OAuthSettings): OAuthClient | undefined {
  return clientId === undefined
    ? undefined
    : { id: clientId, ...(clientSecret !== undefined && { secret: clientSecret }) };
}

/**
 * Our client at an authorization server: the one in the settings, otherwise our metadata document, otherwise the one
 * already registered with this redirect address, otherwise a newly registered one. Throws `SignInError`.
 */
export async function findClient(options: {
  readonly server: AuthorizationServer;
  readonly settings: OAuthSettings;
  readonly stored: StoredSignIn | undefined;
  readonly redirect: string;
  readonly scope: string | undefined;
  readonly fetch: SignInFetch;
  readonly now: () => number;
}): Promise<OAuthClient> {
  const { server, settings, stored, redirect, now } = options;
  const named = clientOfSettings(settings);
  if (named) return named;
  const { clientMetadataUrl } = settings;
  if (server.takesMetadataIds && clientMetadataUrl !== undefined) {
    const isUsable = URL.canParse(clientMetadataUrl) && /^https:\/\/[^/]+\/./.test(clientMetadataUrl);
    if (!isUsable) throw new SignInError(l10n.t('“clientMetadataUrl” must be an https address with a path.'));
    return { id: clientMetadataUrl, method: 'none' };
  }
  const known = stored?.client;
  if (known?.redirect === redirect && (known.expires ?? Infinity) > now()) return known;
  return register(options);
}

async function register({
  server,
  redirect,
  scope,
  fetch,
}: {
  readonly server: AuthorizationServer;
  readonly redirect: string;
  readonly scope: string | undefined;
  readonly fetch: SignInFetch;
}): Promise<OAuthClient> {
  if (server.register === undefined) {
    throw new SignInError(
      l10n.t(
        'The authorization server {0} doesn’t register clients. Register Pollux there, and set “oauth.clientId” to the client ID in the server’s settings.',
        server.issuer,
      ),
    );
  }
  const method = METHODS.find(each => server.clientMethods?.includes(each) ?? true) ?? 'none';
  const response = await fetch(server.register, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify({
      client_name: 'Pollux',
      redirect_uris: [redirect],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: method,
      application_type: redirect.startsWith('https:') ? 'web' : 'native',
      ...(scope !== undefined && { scope }),
    }),
  });
  const answer = (await response.json().catch(() => undefined)) as Readonly<Record<string, unknown>> | null | undefined;
  const {
    client_id: id,
    client_secret: secret,
    token_endpoint_auth_method: given,
    client_secret_expires_at: end,
  } = answer ?? {};
  if (!response.ok || typeof id !== 'string' || id === '') {
    const why = errorCode(answer?.error ?? `HTTP.${response.status}`);
    throw new SignInError(l10n.t('The authorization server didn’t register Pollux ({0}).', why));
  }
  return {
    id,
    ...(typeof secret === 'string' && secret !== '' && { secret }),
    ...(METHODS.includes(given as ClientMethod) && { method: given as ClientMethod }),
    redirect,
    ...(typeof end === 'number' && end > 0 && { expires: end * 1000 }),
  };
}
