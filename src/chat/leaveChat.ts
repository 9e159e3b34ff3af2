import * as l10n from '@vscode/l10n';
import { showWarningMessage } from '../vscode/plainWindow';
import type { CurrentChat } from './currentChat';

/** Whether the chat may be left for another one; asked where Pollux is at work in it, or waits for an answer. */
export async function mayLeave({ session }: Pick<CurrentChat, 'session'>): Promise<boolean> {
  const { isRunning, approvals } = session.state;
  if (!isRunning) return true;
  if (approvals.length > 0) {
    const leave = l10n.t('Leave it waiting');
    const detail = l10n.t(
      'It goes on waiting in History until you open the chat again and decide, or close the window.',
    );
    return (await ask(l10n.t('Pollux waits for your decision in this chat.'), detail, leave)) === leave;
  }
  const stop = l10n.t('Stop and leave');
  const detail = l10n.t('What it has done so far stays in History.');
  return (await ask(l10n.t('Pollux is still working in this chat.'), detail, stop)) === stop;
}

async function ask(question: string, detail: string, button: string): Promise<string | undefined> {
  return showWarningMessage(question, { modal: true, detail }, button);
}
