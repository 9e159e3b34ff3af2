import type * as library from 'google-auth-library';
import type { Egress } from '../../agent/ports/egress';
import type { OAuthClient, OAuthEndpoints } from './credentials';

/** Google's sign-in library is heavy, and most people use a key: this is the one place that names it at run time. */
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
 * What the library asks of the machine at Google that it may run on goes by a client of its own, which all of it shares:
 * from now on that goes the way of all other requests, too.
 */
export function leadMachineThroughEgress({ gaxios }: typeof library, egress: Egress): void {
  const { fetchImplementation } = throughEgress(egress).transporterOptions;
  gaxios.instance.defaults = { ...gaxios.instance.defaults, fetchImplementation };
}

/** The way of all other requests, with the proxies and certificates that hold there. */
export function throughEgress(egress: Egress) {
  const send = egress.fetchFor({ purpose: 'signIn' });
  // The library asks with addresses, and with the types of a package that stands in for `fetch`.
  const fetchImplementation = (url: string | URL | Request, init?: RequestInit) => send(url, init);
  return { transporterOptions: { fetchImplementation } };
}

/** Google itself refused the code, the token or the client; anything else may pass. */
export function isRefusedGrant(error: unknown): boolean {
  const { status, response } = error as { readonly status?: number; readonly response?: { readonly status?: number } };
  const code = response?.status ?? status;
  return code === 400 || code === 401;
}
