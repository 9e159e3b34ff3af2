import * as l10n from '@vscode/l10n';
import { builtinCommands, unknownCommandText } from '../context/commands/builtinCommands';
import { resolveInput } from '../context/commands/resolveInput';
import type { ChatEvent } from '../shared/protocol';
import { showInformationMessage } from '../vscode/plainWindow';
import type { Chat } from './chat';
import type { ChatRegistry } from './chatRegistry';
import type { PromptEditing } from './promptEditing';
import type { ViewState } from './viewState';

/** What sending a prompt needs of the window. */
export interface Sending {
  readonly chats: () => ChatRegistry;
  readonly view: ViewState;
  readonly send: (events: readonly ChatEvent[]) => void;
}

/** Puts a prompt of the chat into the message box, to be changed and sent again. */
export async function beginEdit(
  { editing }: { readonly editing: PromptEditing },
  chat: Chat,
  messageId: string,
): Promise<void> {
  if (await editing.begin(chat, messageId)) return;
  void showInformationMessage(l10n.t('Stop Pollux first, then go back.'));
}

/** Sends a prompt with what is attached; the run goes on after this returns. During another run the prompt waits. */
export async function submitPrompt(
  sending: Sending,
  chat: Chat,
  text: string,
  more: { readonly replaces?: string } = {},
): Promise<void> {
  const { session, attachments } = chat;
  const prompt = text.trim();
  if (prompt === '') return;
  const input = expectKnown(text);
  chat.saveDraft('');
  if (input.kind === 'command' && !session.state.isRunning) {
    void session.compress();
    return;
  }
  const files = session.state.isRunning ? [] : await attachments.take();
  // Another prompt may have been quicker.
  if (session.state.isRunning) {
    chat.queue(prompt);
    sending.view.show();
    return;
  }
  if (!chat.hasPrompts) sending.chats().remember(chat);
  void session.submit([...files, { type: 'text', text }], more).then(({ isRefused }) => {
    if (isRefused) giveBack(sending, chat, text);
  });
}

/** Resolves a typed text; throws for an unknown command. */
export function expectKnown(text: string) {
  const input = resolveInput(text, builtinCommands());
  if (input.kind === 'unknownCommand') throw new Error(unknownCommandText(input.name, input.similar));
  return input;
}

/** Puts a prompt that was refused back into the message box, with what was attached. */
function giveBack({ chats, send }: Sending, chat: Chat, text: string): void {
  // A panel that is not open, or shows another chat, finds it as a draft.
  if (chat.draft === '') chat.saveDraft(text);
  chat.attachments.giveBack();
  if (chats().active !== chat) return;
  chat.flush();
  send([{ type: 'compose', text }]);
}

/** Sends the prompt that waits, if one does. */
export async function sendQueued(sending: Sending, chat: Chat): Promise<void> {
  if (chat.session.state.isRunning || chat.queued === '') return;
  const text = chat.takeQueued();
  sending.view.show();
  await submitPrompt(sending, chat, text);
}
