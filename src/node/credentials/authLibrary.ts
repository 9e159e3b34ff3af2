import type * as library from 'google-auth-library';
import type { Egress } from '../../agent/ports/egress';
import type { OAuthClient, OAuthEndpoints } from './credentials';

/** Google's sign-in library is large and most users have a key: this is the only place that imports it at run time. */
export async function loadAuthLibrary(): Promise<typeof library> {
  return import('google-auth-library');
}

export async function createOAuth2Client(
  client: OAuthClient,
  endpoints: OAuthEndpoints,
  egress: Egress,
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
    ...throughEgress(egress),
  });
}

/**
 * The library queries the metadata server of a Google Cloud machine through a separate, shared client. From now on
 * that client uses our egress, like all other requests.
 */
export function leadMachineThroughEgress({ gaxios }: typeof library, egress: Egress): void {
  const { fetchImplementation } = throughEgress(egress).transporterOptions;
  gaxios.instance.defaults = { ...gaxios.instance.defaults, fetchImplementation };
}

/** Options that send the library's requests through our egress, with its proxies and certificates. */
export function throughEgress(egress: Egress) {
  const send = egress.fetchFor({ purpose: 'signIn' });
  // The library passes URLs, typed by a package that replaces `fetch`.
  const fetchImplementation = (url: string | URL | Request, init?: RequestInit) => send(url, init);
  return { transporterOptions: { fetchImplementation } };
}

/** Whether Google itself refused the code, the token or the client; other errors may be temporary. */
export function isRefusedGrant(error: unknown): boolean {
  const { status, response } = error as { readonly status?: number; readonly response?: { readonly status?: number } };
  const code = response?.status ?? status;
  return code === 400 || code === 401;
}
