import * as l10n from '@vscode/l10n';
import type { Chat } from '../../chat/chat';
import { notice, type CommandAction } from '../../context/commands/command';
import { textOf } from '../../shared/partsText';

/** Copies the last answer. */
export function copyAction({ session }: Pick<Chat, 'session'>, copy: (text: string) => Promise<void>): CommandAction {
  return async () => {
    const answers = session.state.messages.flatMap(message => (message.role === 'assistant' ? [message] : []));
    const texts = answers.map(({ parts }) => textOf(parts));
    const last = texts.findLast(text => text.trim() !== '');
    if (last === undefined) return notice(l10n.t('There is no answer yet.'), 'warning');
    await copy(last);
    return notice(l10n.t('The last answer was copied.'));
  };
}
