import * as vscode from 'vscode';
import type { GoogleCredentials } from '../../node/credentials/credentials';
import type { GoogleStore } from './googleStore';

export const PROVIDER = 'pollux-google';

export interface ProviderOptions {
  readonly store: GoogleStore;
  /** Undefined: the user cancelled. */
  readonly signIn: () => Promise<GoogleCredentials | undefined>;
  readonly signOut: () => Promise<void>;
}

/**
 * Shows the Google account in the editor's Accounts menu. A session names the account but holds no token: other
 * extensions could request it, and with it the user's entire cloud.
 */
export class GoogleAuthenticationProvider implements vscode.AuthenticationProvider, vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<vscode.AuthenticationProviderAuthenticationSessionsChangeEvent>();
  readonly onDidChangeSessions = this.#changed.event;
  readonly #options: ProviderOptions;
  readonly #subscription: vscode.Disposable;
  #shown: vscode.AuthenticationSession | undefined;

  constructor(options: ProviderOptions) {
    this.#options = options;
    this.#subscription = options.store.onDidChange(() => void this.#update());
  }

  async getSessions(): Promise<vscode.AuthenticationSession[]> {
    this.#shown = sessionOf(await this.#options.store.read());
    return this.#shown ? [this.#shown] : [];
  }

  async createSession(): Promise<vscode.AuthenticationSession> {
    const session = sessionOf(await this.#options.signIn());
    if (!session) throw new vscode.CancellationError();
    return session;
  }

  async removeSession(): Promise<void> {
    await this.#options.signOut();
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#changed.dispose();
  }

  /** Fires only if the account is another one, not when its token was refreshed. */
  async #update(): Promise<void> {
    const before = this.#shown;
    const [after] = await this.getSessions();
    if (before?.id === after?.id) return;
    this.#changed.fire({ added: after ? [after] : [], removed: before ? [before] : [], changed: undefined });
  }
}

function sessionOf(credentials: GoogleCredentials | undefined): vscode.AuthenticationSession | undefined {
  if (!credentials) return undefined;
  const label = credentials.email ?? 'Google';
  return { id: label, accessToken: '', account: { id: label, label }, scopes: [] };
}
