import type { Egress } from '../../agent/ports/egress';
import type { SignInFetch, TokenSource } from '../../agent/ports/mcpSignIn';
import { GoogleCredentialTokens, ImpersonationTokens, isGoogleHost } from '../credentials/serverTokens';
import { createSignInFetch } from './signInFetch';

/** The parts of a server sign-in that are the same wherever Node runs; only stores and browsers differ. */
export function createSignInParts(egress: Egress, proxyFor?: (url: URL) => URL | undefined) {
  const google = {
    credentials: (_address: string, scopes: readonly string[]) => new GoogleCredentialTokens(scopes, egress),
    impersonation: (audience: string | undefined, account: string | undefined): TokenSource =>
      new ImpersonationTokens({ audience, account, egress, now: Date.now }),
    isGoogleHost,
  };
  const fetchFor = (address: string): SignInFetch =>
    createSignInFetch({ address, egress, ...(proxyFor && { proxyFor }) });
  return { google, fetchFor, now: Date.now };
}
