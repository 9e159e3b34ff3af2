import type { SignInFetch, TokenSource } from '../../agent/ports/mcpSignIn';
import { GoogleCredentialTokens, ImpersonationTokens, isGoogleHost } from '../credentials/serverTokens';
import { createSignInFetch } from './signInFetch';

/** What sign-ins at servers need of a machine that runs Node; stores and browsers differ. */
export function createSignInParts(proxyFor?: (url: URL) => URL | undefined) {
  const google = {
    credentials: (_address: string, scopes: readonly string[]) => new GoogleCredentialTokens(scopes),
    impersonation: (audience: string | undefined, account: string | undefined): TokenSource =>
      new ImpersonationTokens({ audience, account, now: Date.now }),
    isGoogleHost,
  };
  const fetchFor = (address: string): SignInFetch => createSignInFetch({ address, ...(proxyFor && { proxyFor }) });
  return { google, fetchFor, now: Date.now };
}
