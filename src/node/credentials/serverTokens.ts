import * as l10n from '@vscode/l10n';
import type { GoogleAuth } from 'google-auth-library';
import type { Challenge, TokenSource } from '../../agent/ports/mcpSignIn';
import type { Egress } from '../../agent/ports/egress';
import { SignInError } from '../../shared/errors';
import { CLOUD_SCOPE } from './applicationDefault';
import { leadMachineThroughEgress, loadAuthLibrary, throughEgress } from './authLibrary';

/** The only hosts that may receive a token of the user's Google credentials; others could misuse it at Google. */
const GOOGLE_HOST = /^(?:.+\.googleapis\.com|(?:.+\.)?luci\.app)$/;
const IAM = 'https://iamcredentials.googleapis.com';
const AHEAD_MS = 5 * 60_000;

/** Whether a server may receive an access token of the application default credentials. */
export function isGoogleHost(address: string): boolean {
  const { protocol, hostname } = new URL(address);
  return protocol === 'https:' && GOOGLE_HOST.test(hostname);
}

/** Access tokens from this machine's application default credentials (`google_credentials`). */
export class GoogleCredentialTokens implements TokenSource {
  #auth: GoogleAuth | undefined;

  /** `scopes`: those in the settings. */
  constructor(
    private readonly scopes: readonly string[],
    private readonly egress: Egress,
  ) {}

  async token(): Promise<string> {
    if (this.scopes.length === 0) {
      throw new SignInError(l10n.t('A server with “google_credentials” needs “oauth.scopes” in its settings.'));
    }
    const auth = (this.#auth ??= await open(this.scopes, this.egress));
    return usable(await auth.getAccessToken().catch(refuse));
  }

  async again(_challenge: Challenge, refused: string | undefined): Promise<string> {
    this.#auth = undefined; // its cache would return the same token again
    const token = await this.token();
    if (token !== refused) return token;
    throw new SignInError(l10n.t('The server refuses the Google credentials of this machine.'));
  }

  /** The project whose quota is used. */
  async headers(): Promise<Readonly<Record<string, string>>> {
    const client = await (this.#auth ??= await open(this.scopes, this.egress)).getClient().catch(refuse);
    const project = client.quotaProjectId;
    return project ? { 'x-goog-user-project': project } : {};
  }
}

export interface ImpersonationOptions {
  readonly audience: string | undefined;
  readonly account: string | undefined;
  readonly now: () => number;
  readonly egress: Egress;
  /** Tests use their own. */
  readonly iam?: string;
}

/** Identity tokens of a service account that this machine's credentials may impersonate. */
export class ImpersonationTokens implements TokenSource {
  #token: { readonly text: string; readonly expires: number } | undefined;

  constructor(private readonly options: ImpersonationOptions) {}

  async token(): Promise<string> {
    const { audience, account, now, egress, iam = IAM } = this.options;
    if (this.#token && this.#token.expires - AHEAD_MS > now()) return this.#token.text;
    if (!audience || !account) {
      throw new SignInError(
        l10n.t(
          'A server with “service_account_impersonation” needs “targetAudience” and “targetServiceAccount” in its settings.',
        ),
      );
    }
    const client = await (await open([CLOUD_SCOPE], egress)).getClient().catch(refuse);
    const url = `${iam}/v1/projects/-/serviceAccounts/${encodeURIComponent(account)}:generateIdToken`;
    const answer = await client
      .request<{ readonly token?: string }>({ url, method: 'POST', data: { audience, includeEmail: true } })
      .catch(refuse);
    const text = usable(answer.data.token);
    this.#token = { text, expires: endOf(text) };
    return text;
  }

  async again(_challenge: Challenge, refused: string | undefined): Promise<string> {
    this.#token = undefined;
    const token = await this.token();
    if (token !== refused) return token;
    throw new SignInError(l10n.t('The server refuses the Google credentials of this machine.'));
  }
}

async function open(scopes: readonly string[], egress: Egress): Promise<GoogleAuth> {
  const library = await loadAuthLibrary();
  leadMachineThroughEgress(library, egress);
  return new library.GoogleAuth({ scopes: [...scopes], clientOptions: throughEgress(egress) });
}

function usable(token: string | null | undefined): string {
  if (typeof token === 'string' && token !== '') return token;
  return refuse(undefined);
}

function refuse(error: unknown): never {
  throw new SignInError(
    l10n.t(
      'The application default credentials of Google Cloud couldn’t be used. Run `gcloud auth application-default login`, or name a file in GOOGLE_APPLICATION_CREDENTIALS.',
    ),
    error instanceof Error ? error.message : undefined,
  );
}

/** The expiry in milliseconds; 0 if it isn't a JSON Web Token with an expiry. */
function endOf(token: string): number {
  try {
    const claims: unknown = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
    const end = typeof claims === 'object' && claims !== null && 'exp' in claims ? Number(claims.exp) : 0;
    return Number.isFinite(end) ? end * 1000 : 0;
  } catch {
    return 0; // the token is used only once
  }
}
