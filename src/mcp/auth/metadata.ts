import * as l10n from '@vscode/l10n';
import type { Challenge, SignInFetch } from '../../agent/ports/mcpSignIn';
import { SignInError } from '../../shared/errors';
import type { OAuthSettings } from './oauthSettings';

/** The metadata of a server (RFC 9728). */
export interface ResourceMetadata {
  readonly resource: string;
  readonly issuers: readonly string[];
  readonly scopes: readonly string[];
}

/** The metadata of an authorization server (RFC 8414), or assumed values if it publishes none. */
export interface AuthorizationServer {
  readonly issuer: string;
  readonly authorize: string;
  readonly token: string;
  readonly register?: string;
  /** Undefined: not specified. */
  readonly clientMethods?: readonly string[];
  readonly challengeMethods?: readonly string[];
  readonly scopes: readonly string[];
  readonly takesMetadataIds: boolean;
  /** It promises to include its issuer in each response (RFC 9207). */
  readonly namesIssuer: boolean;
}

export interface Discovered {
  readonly resource?: ResourceMetadata;
  readonly server: AuthorizationServer;
}

const MAX_BYTES = 1_000_000;

/** Finds the authorization server of a server. Throws `SignInError` if it must not be used. */
export async function discover(
  address: string,
  challenge: Challenge,
  settings: OAuthSettings,
  fetch: SignInFetch,
): Promise<Discovered> {
  const resource = await findResource(address, challenge, fetch);
  const found = resource ? { resource } : {};
  const { authorizationUrl, tokenUrl } = settings;
  if (authorizationUrl !== undefined && tokenUrl !== undefined)
    return { ...found, server: assumedFrom(settings, authorizationUrl, tokenUrl) };
  const named = settings.issuer ?? resource?.issuers[0];
  const issuer = named ?? new URL(address).origin;
  const server = await findAuthorizationServer(issuer, named !== undefined, fetch);
  if (server) return { ...found, server: withSettings(server, settings) };
  // From the specification of March 2025: without metadata, a server has these endpoints at its root.
  const at = (path: string) => new URL(path, issuer).href;
  const assumed: AuthorizationServer = {
    issuer,
    authorize: at('/authorize'),
    token: at('/token'),
    register: at('/register'),
    scopes: [],
    takesMetadataIds: false,
    namesIssuer: false,
  };
  return { ...found, server: withSettings(assumed, settings) };
}

async function findResource(
  address: string,
  { resourceMetadata }: Challenge,
  fetch: SignInFetch,
): Promise<ResourceMetadata | undefined> {
  const { origin, pathname, search } = new URL(address);
  const path = pathname.replace(/\/$/, '');
  const known = `${origin}/.well-known/oauth-protected-resource`;
  const places = [resourceMetadata, `${known}${path}${search}`, known].filter(each => each !== undefined);
  for (const place of new Set(places)) {
    const found = await readJson(place, fetch);
    if (typeof found?.resource !== 'string') continue;
    if (!isResourceOf(found.resource, address)) {
      throw new SignInError(
        l10n.t('The server identifies itself as a different one, so the sign-in wasn’t started: {0}', found.resource),
      );
    }
    return {
      resource: found.resource,
      issuers: textsOf(found.authorization_servers).filter(each => URL.canParse(each)),
      scopes: textsOf(found.scopes_supported),
    };
  }
  return undefined;
}

/** Whether a token for `resource` is valid for `address` too: the same origin, and a path above it or equal. */
function isResourceOf(resource: string, address: string): boolean {
  if (!URL.canParse(resource)) return false;
  const [claimed, asked] = [new URL(resource), new URL(address)];
  const [above, below] = [claimed, asked].map(({ pathname }) => (pathname.endsWith('/') ? pathname : `${pathname}/`));
  return claimed.origin === asked.origin && (below ?? '').startsWith(above ?? '/');
}

async function findAuthorizationServer(
  issuer: string,
  isNamed: boolean,
  fetch: SignInFetch,
): Promise<AuthorizationServer | undefined> {
  const { origin, pathname } = new URL(issuer);
  const path = pathname.replace(/\/$/, '');
  const places = [
    `${origin}/.well-known/oauth-authorization-server${path}`,
    `${origin}/.well-known/openid-configuration${path}`,
    ...(path === '' ? [] : [`${origin}${path}/.well-known/openid-configuration`]),
  ];
  for (const place of places) {
    const found = await readJson(place, fetch);
    if (!found) continue;
    const server = serverOf(found, issuer);
    if (!server) continue;
    // Otherwise, anyone who can name an issuer could pass off another issuer's documents.
    if (isNamed && !isSameIssuer(server.issuer, issuer)) {
      throw new SignInError(
        l10n.t(
          'The authorization server {0} identifies itself as {1}, so the sign-in wasn’t started.',
          issuer,
          server.issuer,
        ),
      );
    }
    return server;
  }
  return undefined;
}

/** Compares exactly, except for a slash at the end. */
export function isSameIssuer(a: string, b: string): boolean {
  return a.replace(/\/$/, '') === b.replace(/\/$/, '');
}

function serverOf(found: Readonly<Record<string, unknown>>, issuer: string): AuthorizationServer | undefined {
  const { authorization_endpoint: authorize, token_endpoint: token, registration_endpoint: register } = found;
  if (!isAddress(authorize) || !isAddress(token)) return undefined;
  return {
    issuer: typeof found.issuer === 'string' ? found.issuer : issuer,
    authorize,
    token,
    ...(isAddress(register) && { register }),
    ...(Array.isArray(found.token_endpoint_auth_methods_supported) && {
      clientMethods: textsOf(found.token_endpoint_auth_methods_supported),
    }),
    ...(Array.isArray(found.code_challenge_methods_supported) && {
      challengeMethods: textsOf(found.code_challenge_methods_supported),
    }),
    scopes: textsOf(found.scopes_supported),
    takesMetadataIds: found.client_id_metadata_document_supported === true,
    namesIssuer: found.authorization_response_iss_parameter_supported === true,
  };
}

function assumedFrom(settings: OAuthSettings, authorize: string, token: string): AuthorizationServer {
  const { issuer = new URL(token).origin, registrationUrl: register } = settings;
  return {
    issuer,
    authorize,
    token,
    ...(register !== undefined && { register }),
    scopes: [],
    takesMetadataIds: false,
    namesIssuer: false,
  };
}

function withSettings(server: AuthorizationServer, settings: OAuthSettings): AuthorizationServer {
  const { authorizationUrl: authorize, tokenUrl: token, registrationUrl: register } = settings;
  return {
    ...server,
    ...(authorize !== undefined && { authorize }),
    ...(token !== undefined && { token }),
    ...(register !== undefined && { register }),
  };
}

/** Returns undefined if there is no such document. Throws what `fetch` throws. */
async function readJson(url: string, fetch: SignInFetch): Promise<Readonly<Record<string, unknown>> | undefined> {
  const response = await fetch(url, { headers: { accept: 'application/json' } });
  if (!response.ok) {
    await response.body?.cancel();
    return undefined;
  }
  const text = await response.text();
  if (text.length > MAX_BYTES) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : undefined;
  } catch {
    return undefined; // some servers answer every address with an HTML page
  }
}

function textsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter(each => typeof each === 'string') : [];
}

function isAddress(value: unknown): value is string {
  return typeof value === 'string' && URL.canParse(value);
}
