import * as l10n from '@vscode/l10n';
import type { CommandFailure, CommandResult } from '../../context/commands/command';
import type { Chat } from '../chat';
import type { ChatRegistry } from '../chatRegistry';
import type { Sending } from '../prompts/sending';
import type { Surface } from '../surfaces/surface';

type Result = Exclude<CommandResult, { kind: 'prompt' }>;

/**
 * Carries out the result of a typed command. The chat gets a row with the command and its outcome; `text`: as typed.
 */
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

/**
 * Editor commands act on the chat used last, but a queued command may belong to another chat: that one is used first.
 */
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
  const place = placeOf(chats(), chat, surface)?.session;
  if (isFailure(given)) return place?.notify({ level: 'error', text: given.failed, answers });
  // The command returns nothing if the user closed its dialog.
  const text = typeof given === 'string' ? given : (said ?? l10n.t('Nothing was changed.'));
  place?.notify({ level: 'info', text, answers });
}

function isFailure(given: unknown): given is CommandFailure {
  return typeof given === 'object' && given !== null && 'failed' in given && typeof given.failed === 'string';
}

/**
 * Returns the chat to show the outcome in: the chat itself or, if it was closed, the new chat on its surface.
 * Undefined if an earlier chat was opened there, which is visible by itself.
 */
function placeOf(chats: ChatRegistry, chat: Chat, surface: Surface | undefined): Chat | undefined {
  if (chats.getLasting(chat.id) === chat) return chat;
  const heir = surface && chats.shownOn(surface);
  return heir?.hasPrompts ? undefined : heir;
}
