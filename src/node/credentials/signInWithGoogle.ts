import { createHash, randomBytes } from 'node:crypto';
import * as l10n from '@vscode/l10n';
import type { Egress } from '../../agent/ports/egress';
import { SignInError } from '../../shared/errors';
import { createOAuth2Client, isRefusedGrant } from './authLibrary';
import type { Callback, Landing } from './callback';
import { CallbackServer } from './callbackServer';
import { isText, type GoogleCredentials, type OAuthClient, type OAuthEndpoints } from './credentials';

export interface GoogleSignInOptions {
  readonly client: OAuthClient;
  readonly endpoints: OAuthEndpoints;
  readonly egress: Egress;
  /** Where the browser returns to; by default, a server on this machine. */
  readonly land?: () => Promise<Landing>;
  /** Opens Google's page in the user's browser; false: it couldn't, and the user opens it from the prompt. */
  readonly open: (address: string) => Promise<boolean>;
  /**
   * Lets the user paste the address that the browser ended up at, for a browser on another machine; `problemOf`
   * returns what is wrong with a text. Undefined: the user cancelled. Ends when `signal` aborts.
   */
  readonly askAddress: (
    page: string,
    problemOf: (text: string) => string | undefined,
    signal: AbortSignal,
  ) => Promise<string | undefined>;
  readonly signal: AbortSignal;
  /** How long to wait for the user, in milliseconds. */
  readonly limitMs?: number;
}

const SCOPES = ['cloud-platform', 'userinfo.email', 'userinfo.profile'].map(
  name => `https://www.googleapis.com/auth/${name}`,
);

const LIMIT_MS = 5 * 60_000;

/**
 * Signs the user in with OAuth, using PKCE and a random state; the answer arrives by redirect or is pasted. Returns
 * undefined if the user cancelled; throws `SignInError` if Google refused or the time limit passed.
 */
export async function signInWithGoogle(options: GoogleSignInOptions): Promise<GoogleCredentials | undefined> {
  const verifier = randomBytes(32).toString('base64url');
  const landing = await (options.land?.() ?? CallbackServer.start());
  const end = new AbortController();
  const signal = AbortSignal.any([options.signal, end.signal]);
  try {
    const page = authorizationPage(options, landing, verifier);
    const callback = await Promise.race([
      opening(options, page),
      landing.callback,
      pasted(options, page, landing, signal),
      ended(options.signal),
      late(options.limitMs ?? LIMIT_MS, signal),
    ]);
    if (callback === undefined) return undefined;
    if ('refusal' in callback) throw new SignInError(l10n.t('Google didn’t sign you in ({0}).', callback.refusal));
    return await redeem(options, callback.code, landing.redirect, verifier);
  } finally {
    end.abort();
    landing.close();
  }
}

function authorizationPage(
  { client, endpoints }: GoogleSignInOptions,
  { redirect, state }: Landing,
  verifier: string,
): string {
  const page = new URL(endpoints.authorize);
  page.search = new URLSearchParams({
    client_id: client.id,
    redirect_uri: redirect,
    response_type: 'code',
    access_type: 'offline',
    prompt: 'consent', // otherwise Google sends a refresh token only the first time
    scope: SCOPES.join(' '),
    state,
    code_challenge_method: 'S256',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
  }).toString();
  return page.href.replaceAll('+', '%20'); // some programs that open addresses don't decode a plus as a space
}

/** Settles only on failure. Nothing waits for the browser: it may ask first, or open nothing at all. */
async function opening({ open }: GoogleSignInOptions, page: string): Promise<never> {
  await open(page);
  return new Promise(() => undefined);
}

async function pasted(
  { askAddress }: GoogleSignInOptions,
  page: string,
  landing: Landing,
  signal: AbortSignal,
): Promise<Callback | undefined> {
  const problemOf = (text: string) =>
    landing.read(text) ? undefined : l10n.t('This isn’t the address that Google sent the browser to.');
  const text = await askAddress(page, problemOf, signal);
  return text === undefined ? undefined : landing.read(text);
}

function ended(signal: AbortSignal): Promise<undefined> {
  return new Promise(resolve => {
    if (signal.aborted) resolve(undefined);
    else signal.addEventListener('abort', () => resolve(undefined), { once: true });
  });
}

function late(ms: number, signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const timer = setTimeout(() => reject(new SignInError(l10n.t('The sign-in took too long. Try again.'))), ms);
    signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
  });
}

async function redeem(
  { client, endpoints, egress }: GoogleSignInOptions,
  code: string,
  redirect: string,
  codeVerifier: string,
): Promise<GoogleCredentials> {
  const oauth = await createOAuth2Client(client, endpoints, egress);
  try {
    const { tokens } = await oauth.getToken({ code, codeVerifier, redirect_uri: redirect });
    const { access_token, refresh_token, expiry_date } = tokens;
    if (!isText(access_token)) throw new SignInError(l10n.t('Google didn’t sign you in ({0}).', 'no token'));
    const email = await emailOf(access_token, endpoints, egress);
    return {
      access_token,
      ...(isText(refresh_token) && { refresh_token }),
      ...(typeof expiry_date === 'number' && { expiry_date }),
      ...(email !== undefined && { email }),
    };
  } catch (error) {
    if (isRefusedGrant(error)) throw new SignInError(l10n.t('Google didn’t sign you in ({0}).', 'invalid_grant'));
    throw error;
  }
}

/** Only shows whose account it is; the sign-in works without it. */
async function emailOf(token: string, { userInfo }: OAuthEndpoints, egress: Egress): Promise<string | undefined> {
  const fetch = egress.fetchFor({ purpose: 'signIn' });
  const response = await fetch(userInfo, { headers: { authorization: `Bearer ${token}` }, redirect: 'error' }).catch(
    () => undefined,
  );
  const info: unknown = response?.ok === true ? await response.json().catch(() => undefined) : undefined;
  return typeof info === 'object' && info !== null && 'email' in info && isText(info.email) ? info.email : undefined;
}

/** Revokes the tokens at Google; false: the request failed. */
export async function revoke(
  { refresh_token, access_token }: GoogleCredentials,
  { revoke: address }: OAuthEndpoints,
  egress: Egress,
): Promise<boolean> {
  const fetch = egress.fetchFor({ purpose: 'signIn' });
  const body = new URLSearchParams({ token: refresh_token ?? access_token ?? '' });
  const response = await fetch(address, { method: 'POST', body, redirect: 'error' }).catch(() => undefined);
  return response?.ok === true;
}
