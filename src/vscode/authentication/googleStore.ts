import * as vscode from 'vscode';
import { readCredentials, type GoogleCredentials } from '../../node/credentials/credentials';

const CREDENTIALS = 'pollux.googleCredentials';

/** The Google account that the user signed in with, in the editor's secret storage only. */
export interface GoogleStore {
  /** Undefined: not signed in here. */
  read(): Promise<GoogleCredentials | undefined>;
  save(credentials: GoogleCredentials): Promise<void>;
  delete(): Promise<void>;
  /** Fires also when another window signs in or out. */
  readonly onDidChange: vscode.Event<void>;
  /** Stops the events. */
  dispose(): void;
}

export function createGoogleStore(secrets: vscode.SecretStorage): GoogleStore {
  const changed = new vscode.EventEmitter<void>();
  const subscription = secrets.onDidChange(({ key }) => {
    if (key === CREDENTIALS) changed.fire();
  });
  return {
    read: async () => readCredentials((await secrets.get(CREDENTIALS)) ?? ''),
    save: async credentials => secrets.store(CREDENTIALS, JSON.stringify(credentials)),
    delete: async () => secrets.delete(CREDENTIALS),
    onDidChange: changed.event,
    dispose: () => {
      subscription.dispose();
      changed.dispose();
    },
  };
}
