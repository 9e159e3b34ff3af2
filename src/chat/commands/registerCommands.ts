import * as vscode from 'vscode';
import { isBug } from '../../shared/isBug';
import type { PanelFocus } from '../surfaces/panelFocus';

/** The commands that ask the user something, after which the focus returns to where it was. */
const ASKS: ReadonlySet<string> = new Set([
  'acceptAllEdits',
  'configureExtension',
  'deleteChat',
  'diagnoseSignIn',
  'disableExtension',
  'enableExtension',
  'explainPolicy',
  'exportChat',
  'fork',
  'history',
  'installExtension',
  'mcp.add',
  'mcp.disable',
  'mcp.edit',
  'mcp.enable',
  'mcp.remove',
  'mcp.restart',
  'mcp.signIn',
  'mcp.signOut',
  'newChat',
  'rejectAllEdits',
  'rejectEditWithReason',
  'renameChat',
  'restoreCheckpoint',
  'rewind',
  'selectMode',
  'selectModel',
  'setApiKey',
  'showHooks',
  'signIn',
  'signOut',
  'uninstallExtension',
  'updateExtension',
]);

export type Commands = Readonly<Record<string, (...args: never[]) => unknown>>;

/**
 * Registers commands by their ids, which begin with `pollux.`. Their code is loaded when the first of them runs.
 * Errors that are bugs go to `onBug`; the editor shows the others.
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
      const asks = ASKS.has(name.replace(/^view\./, ''))
        ? async (...args: never[]) =>
            // Arguments come from a view or an editor, which then has the focus.
            args.length > 0 ? command(...args) : (await focus()).around(() => command(...args))
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
