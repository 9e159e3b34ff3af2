import * as l10n from '@vscode/l10n';
import { notice, type CommandAction } from '../../context/commands/command';

/**
 * `/model [set] [NAME]`: without a name, shows the list. Gemini CLI's options, such as `--persist`, are ignored,
 * since they are the default here.
 */
export const modelAction: CommandAction = args => {
  const words = args.split(/\s+/).filter(word => word !== '' && !word.startsWith('--'));
  const [name, ...more] = words[0] === 'set' ? words.slice(1) : words;
  if (name === undefined || name === 'manage') return { kind: 'editorCommand', command: 'pollux.selectModel' };
  if (more.length > 0 || !/^[\w.:/-]{1,100}$/.test(name))
    return notice(l10n.t('Not a model name: {0}', `\`${args.replaceAll('`', '')}\``), 'warning');
  return { kind: 'editorCommand', command: 'pollux.selectModel', args: [name] };
};
