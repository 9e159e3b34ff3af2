import * as vscode from 'vscode';
import { ownValue } from '../shared/ownValue';

/** Typed settings: `current` reads them anew each time. */
export interface Settings<T> {
  current(): T;
  /** What somebody has set, as it holds here; undefined for what is only a default. */
  own(key: string): unknown;
  readonly onDidChange: vscode.Event<T>;
  /** Ends the events. */
  dispose(): void;
}

/** `read` makes the typed settings of whatever `get` gives for a key below `section`; see `config/settings`. */
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

/** The settings of the editor below `http`, as they are now. */
export function createHttpSettings() {
  const http = () => vscode.workspace.getConfiguration('http');
  return {
    get: <T>(key: string, otherwise: T): T => http().get(key, otherwise),
    /** As the person set it; undefined: they have not. */
    own: (key: string): string | undefined => http().inspect<string | null>(key)?.globalValue ?? undefined,
  };
}
