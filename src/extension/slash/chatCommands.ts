import * as l10n from '@vscode/l10n';
import { notice, type CommandAction } from '../../context/commands/command';

const COMMANDS: Readonly<Record<string, string>> = {
  save: 'pollux.renameChat',
  rename: 'pollux.renameChat',
  list: 'pollux.history',
  resume: 'pollux.history',
  load: 'pollux.history',
  delete: 'pollux.deleteChat',
  share: 'pollux.exportChat',
  export: 'pollux.exportChat',
};

/** Chats are stored by themselves, so that saving one is giving it a name. */
export const chatAction: CommandAction = args => {
  const verb = args.toLowerCase().split(/\s+/, 1)[0] || 'list';
  const command = Object.hasOwn(COMMANDS, verb) ? COMMANDS[verb] : undefined;
  if (command !== undefined) return { kind: 'editorCommand', command };
  return notice(l10n.t('Say save, list, resume, delete or share behind /chat.'), 'warning');
};
