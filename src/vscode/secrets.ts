import * as vscode from 'vscode';

const API_KEY = 'pollux.geminiApiKey';

/** The user's API key, in the editor's secret storage only. */
export interface ApiKeyStore {
  get(): Promise<string | undefined>;
  store(key: string): Promise<void>;
  delete(): Promise<void>;
  readonly onDidChange: vscode.Event<void>;
  /** Stops the events. */
  dispose(): void;
}

export function createApiKeyStore(secrets: vscode.SecretStorage): ApiKeyStore {
  const changed = new vscode.EventEmitter<void>();
  const subscription = secrets.onDidChange(({ key }) => {
    if (key === API_KEY) changed.fire();
  });
  return {
    get: async () => secrets.get(API_KEY),
    store: async key => secrets.store(API_KEY, key.trim()),
    delete: async () => secrets.delete(API_KEY),
    onDidChange: changed.event,
    dispose: () => {
      subscription.dispose();
      changed.dispose();
    },
  };
}
