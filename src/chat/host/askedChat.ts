import * as l10n from '@vscode/l10n';
import type { Session } from '../../agent/session';
import type { Chat } from '../chat';
import type { ChatRegistry } from '../chatRegistry';
import type { Surface } from '../surfaces/surface';

/** The chat that a surface asks about. */
export interface AskedChat {
  /** The chat that the surface showed when it asked. Throws if it is no longer open. */
  readonly chat: () => Chat;
  readonly session: () => Session;
  /** The same chat, or the one that the surface shows now if that chat is closed or closing. */
  readonly current: () => Chat;
}

/** An empty id means the chat that is shown now. */
export function askedChat(chats: () => ChatRegistry, surface: Surface, shownId: string): AskedChat {
  const shown = (): Chat => openOr(chats().shownOn(surface));
  // The panel may ask before it learns of a switch, and call ids are unique only within a chat.
  const chat = (): Chat => (shownId === '' ? shown() : openOr(chats().get(shownId)));
  return {
    chat,
    session: () => chat().session,
    // For requests that concern no message or call: text typed during a switch belongs to the chat shown now.
    current: () => chats().getLasting(shownId) ?? shown(),
  };
}

function openOr(chat: Chat | undefined): Chat {
  if (!chat) throw new Error(l10n.t('This chat is no longer open.'));
  return chat;
}
