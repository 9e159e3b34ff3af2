import type { ChatHostOptions } from './host/chatHostOptions';
import type { Surface } from './surface';
import { stateForView } from './viewEvents';

/**
 * Has a surface show its chat, all of it, once the chats of the window before are there. `isMoved`: the one that it showed
 * has gone to another surface, with what was typed.
 */
export async function showChat(
  { chats, view, editing, restored }: Pick<ChatHostOptions, 'chats' | 'view' | 'editing' | 'restored'>,
  surface: Surface,
  isMoved = false,
): Promise<void> {
  const before = chats().shownOn(surface);
  if (before) editing.cancel(before);
  await Promise.all([restored, view.refresh()]);
  const chat = chats().shownOn(surface);
  // A tab that was closed meanwhile.
  if (!chat) return;
  chat.flush();
  const state = stateForView(chat.session.state, Date.now());
  const typed = { draft: chat.draft, answers: chat.forms.all(), ...(isMoved && { isMoved }) };
  surface.send([{ type: 'state', ...state, settings: view.settings(chat), ...typed }]);
}
