import type { ChatHostOptions } from '../host/chatHostOptions';
import type { Surface } from './surface';
import { stateForView } from './viewEvents';

/**
 * Sends a surface the complete state of its chat, once the previous window's chats are restored. `isMoved`: the chat
 * shown before has moved to another surface, with its draft.
 */
export async function showChat(
  { chats, view, restored }: Pick<ChatHostOptions, 'chats' | 'view' | 'restored'>,
  surface: Surface,
  isMoved = false,
): Promise<void> {
  await Promise.all([restored, view.refresh()]);
  const chat = chats().shownOn(surface);
  // The tab was closed meanwhile.
  if (!chat) return;
  chat.flush();
  const state = stateForView(chat.session.state, Date.now());
  const typed = { draft: chat.draft, answers: chat.forms.all(), ...(isMoved && { isMoved }) };
  surface.send([{ type: 'state', ...state, settings: view.settings(chat), ...typed }]);
}
