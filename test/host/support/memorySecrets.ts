import * as vscode from 'vscode';

/** A secret storage in memory, with what it keeps. */
export function memorySecrets(): {
  readonly secrets: vscode.SecretStorage;
  readonly kept: ReadonlyMap<string, string>;
} {
  const kept = new Map<string, string>();
  const changed = new vscode.EventEmitter<vscode.SecretStorageChangeEvent>();
  const secrets: vscode.SecretStorage = {
    keys: async () => [...kept.keys()],
    get: async key => kept.get(key),
    store: async (key, value) => {
      kept.set(key, value);
      changed.fire({ key });
    },
    delete: async key => {
      kept.delete(key);
      changed.fire({ key });
    },
    onDidChange: changed.event,
  };
  return { secrets, kept };
}
