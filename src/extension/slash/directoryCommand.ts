import * as l10n from '@vscode/l10n';
import { notice, type CommandAction } from '../../context/commands/command';

/** Shows the workspace folders, or opens the dialog that adds one. */
export function directoryAction(folders: () => readonly string[]): CommandAction {
  return args => {
    if (/^add\b/.test(args))
      return {
        kind: 'editorCommand',
        command: 'workbench.action.addRootFolder',
        said: l10n.t('The dialog to add a folder was opened.'),
      };
    if (args !== '' && args !== 'show') return notice(l10n.t('Type add or show after /directory.'), 'warning');
    const all = folders();
    return notice(all.length === 0 ? l10n.t('No folder is open.') : all.map(folder => `- ${folder}`).join('\n'));
  };
}
