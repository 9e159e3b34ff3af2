import type { Chat } from '../chat';
import type { ChatRegistry } from '../chatRegistry';
import type { SurfaceFocus } from './surfaceFocus';

/**
 * Shows a chat with the caret in its message box, whichever chat is active now. Resolves with false if the chat is no
 * longer shown.
 */
export async function composeIn(
  chats: Pick<ChatRegistry, 'surfaceOf' | 'use'>,
  focus: Pick<SurfaceFocus, 'compose'>,
  chat: Chat,
): Promise<boolean> {
  const surface = chats.surfaceOf(chat);
  if (!surface) return false;
  chats.use(surface);
  await focus.compose(surface);
  return chats.surfaceOf(chat) === surface;
}
