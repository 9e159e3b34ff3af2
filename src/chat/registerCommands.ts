import * as vscode from 'vscode';
import { isBug } from '../shared/isBug';
import type { PanelFocus } from './panelFocus';

/** The commands that ask something about the chat, after which the focus is where it was. */
const ASKS: ReadonlySet<string> = new Set([
  'deleteChat',
  'exportChat',
  'fork',
  'history',
  'newChat',
  'renameChat',
  'restoreCheckpoint',
  'rewind',
  'selectMode',
  'selectModel',
  'setApiKey',
  'signIn',
  'signOut',
]);

export type Commands = Readonly<Record<string, (...args: never[]) => unknown>>;

/**
 * Registers commands by their ids, which begin with `pollux.`; what they do is loaded with the first of them. Of what they
 * throw `onBug` gets the bugs; the editor shows the rest.
 */
export function registerCommands(
  ids: readonly string[],
  load: () => Promise<Commands>,
  focus: () => Promise<PanelFocus>,
  onBug: (error: unknown) => void,
): vscode.Disposable {
  return vscode.Disposable.from(
    ...ids.map(id => {
      const name = id.replace(/^pollux\./, '');
      const command = async (...args: never[]) => (await load())[name]?.(...args);
      const asks = ASKS.has(name)
        ? async (...args: never[]) => (await focus()).around(() => command(...args))
        : command;
      return vscode.commands.registerCommand(id, (...args: never[]) =>
        asks(...args).catch((error: unknown) => {
          if (!isBug(error)) throw error;
          onBug(error);
        }),
      );
    }),
  );
}
