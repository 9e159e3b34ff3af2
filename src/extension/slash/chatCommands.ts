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

/** Chats are stored automatically, so saving one only gives it a name. The text after the verb is the chat's name. */
export const chatAction: CommandAction = args => {
  const [, verb = '', name = ''] = /^(\S*)\s*(.*)$/s.exec(args.trim()) ?? [];
  const known = verb === '' ? 'list' : verb.toLowerCase();
  const command = Object.hasOwn(COMMANDS, known) ? COMMANDS[known] : undefined;
  if (command !== undefined) return { kind: 'editorCommand', command, ...(name !== '' && { args: [name.trim()] }) };
  return notice(l10n.t('Type save, list, resume, delete or share after /chat.'), 'warning');
};
