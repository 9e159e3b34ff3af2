import * as l10n from '@vscode/l10n';
import type { CommandResult } from '../context/commands/command';
import type { Chat } from './chat';
import type { ChatRegistry } from './chatRegistry';
import type { Sending } from './sending';
import type { Surface } from './surface';

type Result = Exclude<CommandResult, { kind: 'prompt' }>;

/** Does what a typed command has come to. The chat gets a row with the command and its outcome; `text`: as it was typed. */
export async function carryOut(
  sending: Pick<Sending, 'chats' | 'run'>,
  chat: Chat,
  text: string,
  result: Result,
): Promise<void> {
  const answers = text.trim();
  switch (result.kind) {
    case 'notice':
      chat.session.notify({ level: result.level ?? 'info', text: result.text, format: 'markdown', answers });
      return;
    case 'editorCommand':
      return runAbout(sending, chat, answers, result);
    case 'compress':
      chat.session.notify({ level: 'info', text: l10n.t('Summarizing the conversation so far.'), answers });
      void chat.session.compress();
      return;
    case 'done':
      return;
    default:
      result satisfies never;
  }
}

/** Commands of the editor are about the chat that was used last: one that has waited need not be in that. */
async function runAbout(
  { chats, run }: Pick<Sending, 'chats' | 'run'>,
  chat: Chat,
  answers: string,
  { command, args = [], said, isSilent }: Extract<Result, { kind: 'editorCommand' }>,
): Promise<void> {
  const surface = chats().surfaceOf(chat);
  if (surface) chats().use(surface);
  const given = await run(command, ...args);
  if (isSilent) return;
  // Where somebody closes what a command has opened, it gives nothing.
  const text = typeof given === 'string' ? given : (said ?? l10n.t('Nothing was changed.'));
  placeOf(chats(), chat, surface)?.session.notify({ level: 'info', text, answers });
}

/** The chat that says what came of it: where that was closed, the new one in its place. One from before shows by itself. */
function placeOf(chats: ChatRegistry, chat: Chat, surface: Surface | undefined): Chat | undefined {
  if (chats.getLasting(chat.id) === chat) return chat;
  const heir = surface && chats.shownOn(surface);
  return heir?.hasPrompts ? undefined : heir;
}
