import type * as library from 'google-auth-library';
import type { OAuthClient, OAuthEndpoints } from './credentials';

/** Google's sign-in library is heavy, and most people use a key: this is the one place that names it at run time. */
export async function loadAuthLibrary(): Promise<typeof library> {
  return import('google-auth-library');
}

export async function createOAuth2Client(
  client: OAuthClient,
  endpoints: OAuthEndpoints,
): Promise<library.OAuth2Client> {
  const { OAuth2Client } = await loadAuthLibrary();
  return new OAuth2Client({
    clientId: client.id,
    ...(client.secret !== undefined && { clientSecret: client.secret }),
    endpoints: {
      oauth2AuthBaseUrl: endpoints.authorize,
      oauth2TokenUrl: endpoints.token,
      oauth2RevokeUrl: endpoints.revoke,
    },
    // The way of all other requests, with the proxies and certificates that hold there.
    transporterOptions: { fetchImplementation: (url, init) => fetch(url, init) },
  });
}

/** Google itself refused the code, the token or the client; anything else may pass. */
export function isRefusedGrant(error: unknown): boolean {
  const { status, response } = error as { readonly status?: number; readonly response?: { readonly status?: number } };
  const code = response?.status ?? status;
  return code === 400 || code === 401;
}
