import * as l10n from '@vscode/l10n';
import type { GoogleAuth } from 'google-auth-library';
import type { AccessTokens } from '../../agent/ports/accessTokens';
import type { Egress } from '../../agent/ports/egress';
import { SignInError } from '../../shared/errors';
import { messageOf } from '../../shared/messageOf';
import { leadMachineThroughEgress, loadAuthLibrary, throughEgress } from './authLibrary';

/** A token request that has run longer than this isn't shared with new callers; milliseconds. */
const SLOW_MS = 10_000;

export const CLOUD_SCOPE = 'https://www.googleapis.com/auth/cloud-platform';

/**
 * The application default credentials of this machine: the file named by GOOGLE_APPLICATION_CREDENTIALS, the one
 * written by `gcloud auth application-default login`, or the metadata server of a Google Cloud machine.
 */
export class ApplicationDefault implements AccessTokens {
  #auth: GoogleAuth | undefined;
  /** When the pending token request began. */
  #since: number | undefined;

  constructor(private readonly egress: Egress) {}

  async get(refused?: string): Promise<string> {
    const library = await loadAuthLibrary();
    leadMachineThroughEgress(library, this.egress);
    // Its cache would return the same token again, or join the slow request.
    const isSlow = this.#since !== undefined && Date.now() > this.#since + SLOW_MS;
    if (refused !== undefined || isSlow) this.#auth = undefined;
    this.#auth ??= new library.GoogleAuth({ scopes: [CLOUD_SCOPE], clientOptions: throughEgress(this.egress) });
    const since = Date.now();
    this.#since = since;
    try {
      const token = await this.#auth.getAccessToken();
      if (typeof token === 'string' && token !== '') return token;
    } catch (error) {
      this.#auth = undefined;
      throw new SignInError(missing(), messageOf(error));
    } finally {
      if (this.#since === since) this.#since = undefined;
    }
    throw new SignInError(missing());
  }
}

function missing(): string {
  return l10n.t(
    'The application default credentials of Google Cloud couldn’t be used. Run `gcloud auth application-default login`, or name a file in GOOGLE_APPLICATION_CREDENTIALS.',
  );
}
