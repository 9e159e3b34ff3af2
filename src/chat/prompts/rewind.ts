import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { UserMessage } from '../../shared/messages';
import type { Chat } from '../chat';
import type { ChatRegistry } from '../chatRegistry';
import { promptText } from './promptText';
import type { Sending } from './sending';
import { earlierForView } from '../surfaces/viewEvents';
import { showInformationMessage, showQuickPick } from '../../vscode/plainWindow';

export interface RewindContext {
  readonly chat: Chat;
  readonly send: Sending['send'];
}

/** Rewinds the chat to before a prompt and puts its text into the message box, to be edited and sent again. */
export function rewindChat({ chat, send }: RewindContext, messageId: string): void {
  const message = chat.session.rewind(messageId);
  if (!message) {
    void showInformationMessage(l10n.t('Stop Pollux first, then go back.'));
    return;
  }
  // The panel must remove the cut messages before it gets the text.
  chat.flush();
  // If all of the panel's messages were cut, it needs the earlier ones.
  send(chat, [earlierForView(chat.session.state), { type: 'compose', text: promptText(message) }]);
}

/**
 * Continues in a new chat from before a prompt, and puts the prompt's text into the message box. The chat itself is
 * unchanged.
 */
export async function forkChat(
  { chats, chat, send }: RewindContext & { readonly chats: ChatRegistry },
  messageId: string,
): Promise<void> {
  if (chat.session.state.isRunning) {
    void showInformationMessage(l10n.t('Stop Pollux first, then go back.'));
    return;
  }
  const forked = await chats.stored.fork(chat, messageId);
  if (!forked) return;
  forked.chat.flush();
  send(forked.chat, [{ type: 'compose', text: promptText(forked.prompt) }]);
}

/** Lets the user pick one of the chat's prompts, the latest first; resolves with its id. */
export async function pickPrompt(chat: Chat): Promise<string | undefined> {
  const prompts = chat.session.state.messages.filter(message => message.role === 'user' && !message.isContext);
  if (prompts.length === 0) {
    void showInformationMessage(l10n.t('There is nothing in this chat yet.'));
    return undefined;
  }
  const format = new Intl.DateTimeFormat(vscode.env.language, { timeStyle: 'short' });
  const items = prompts
    .map(message => ({
      id: message.id,
      label: promptText(message as UserMessage),
      description: format.format(message.at),
    }))
    .reverse();
  return (await showQuickPick(items, { title: l10n.t('Go back to before this prompt') }))?.id;
}
