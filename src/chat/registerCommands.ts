import * as vscode from 'vscode';
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

/** Registers commands by their ids without the prefix. */
export function registerCommands(commands: object, focus: PanelFocus): vscode.Disposable {
  return vscode.Disposable.from(
    ...Object.entries(commands).map(([name, run]) => {
      const command = (...args: never[]) => (run as (...args: never[]) => Promise<unknown>)(...args);
      const asks = ASKS.has(name) ? (...args: never[]) => focus.around(() => command(...args)) : command;
      return vscode.commands.registerCommand(`pollux.${name}`, asks);
    }),
  );
}
