import type { SessionStore } from '../../agent/ports/sessionStore';
import type { Chat } from '../../chat/chat';
import { chatStatistics, type StatisticsKind } from '../../sessions/chatStatistics';
import { displayLanguage } from '../../vscode/displayLanguage';

export interface WindowStatisticsOptions {
  readonly chat: Pick<Chat, 'id' | 'flush' | 'session'>;
  readonly store: Pick<SessionStore, 'flush' | 'load'>;
}

/** The statistics of one of this window's chats, as Markdown. */
export async function windowStatistics(
  kind: StatisticsKind,
  { chat, store }: WindowStatisticsOptions,
): Promise<string> {
  chat.flush();
  await store.flush();
  const events = (await store.load(chat.id))?.events ?? [];
  const { id, session } = chat;
  return chatStatistics(kind, {
    ...{ id, events, now: Date.now(), language: displayLanguage() },
    context: session.contextUse(),
  });
}
