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
  /** The chat that the surface shows now, even if the page hasn't learned of it yet. */
  readonly current: () => Chat;
  /** The id of the chat that the surface showed when it asked, if it shows another now. */
  readonly left: () => string | undefined;
}

/** An empty id means the chat that is shown now. */
export function askedChat(chats: () => ChatRegistry, surface: Surface, shownId: string): AskedChat {
  const shown = (): Chat => openOr(chats().shownOn(surface));
  // The panel may ask before it learns of a switch, and call ids are unique only within a chat.
  const chat = (): Chat => (shownId === '' ? shown() : openOr(chats().get(shownId)));
  return {
    chat,
    session: () => chat().session,
    // For requests that concern no message or call: what the user types after a switch is meant for the chat switched
    // to. The one before may go on where it can't be seen.
    current: shown,
    left: () => (['', shown().id].includes(shownId) ? undefined : shownId),
  };
}

function openOr(chat: Chat | undefined): Chat {
  if (!chat) throw new Error(l10n.t('This chat is no longer open.'));
  return chat;
}
