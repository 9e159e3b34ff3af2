import * as vscode from 'vscode';
import { ownValue } from '../shared/ownValue';

/** Typed settings; `current` re-reads them each time. */
export interface Settings<T> {
  current(): T;
  /** The effective value that was set; undefined if only the default applies. */
  own(key: string): unknown;
  readonly onDidChange: vscode.Event<T>;
  /** Stops the events. */
  dispose(): void;
}

/** `read` creates the typed settings; its `get` returns the value of a key below `section`. See `config/settings`. */
export function createSettings<T>(section: string, read: (get: (key: string) => unknown) => T): Settings<T> {
  const changed = new vscode.EventEmitter<T>();
  const current = (): T => {
    const configuration = vscode.workspace.getConfiguration(section);
    return read(key => configuration.get(key));
  };
  const subscription = vscode.workspace.onDidChangeConfiguration(event => {
    if (event.affectsConfiguration(section)) changed.fire(current());
  });
  return {
    current,
    own: key => {
      const configuration = vscode.workspace.getConfiguration(section);
      return ownValue(configuration.inspect(key) ?? {}, configuration.get(key));
    },
    onDidChange: changed.event,
    dispose: () => {
      subscription.dispose();
      changed.dispose();
    },
  };
}

/** Saves a setting of Pollux for the user. Rejects if the settings can't be written. */
export async function saveSetting(key: string, value: unknown): Promise<void> {
  await vscode.workspace.getConfiguration('pollux').update(key, value, vscode.ConfigurationTarget.Global);
}

/** The editor's current settings under `http`. */
export function createHttpSettings() {
  const http = () => vscode.workspace.getConfiguration('http');
  return {
    get: <T>(key: string, otherwise: T): T => http().get(key, otherwise),
    /** The user's own value; undefined: not set by the user. */
    own: (key: string): string | undefined => http().inspect<string | null>(key)?.globalValue ?? undefined,
  };
}
