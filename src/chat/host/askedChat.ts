import * as l10n from '@vscode/l10n';
import type { Session } from '../../agent/session';
import type { Chat } from '../chat';
import type { ChatRegistry } from '../chatRegistry';
import type { Surface } from '../surface';

/** The chat that a surface asks about. */
export interface AskedChat {
  /** The one that the surface showed as it asked; throws when it is no longer open. */
  readonly chat: () => Chat;
  readonly session: () => Session;
  /** The same while something can begin in it, else the one that the surface shows now. */
  readonly current: () => Chat;
}

/** An empty id stands for the chat that is shown now. */
export function askedChat(chats: () => ChatRegistry, surface: Surface, shownId: string): AskedChat {
  const shown = (): Chat => openOr(chats().shownOn(surface));
  // The panel may have asked before it heard of a switch: ids of calls are unique only within a chat.
  const chat = (): Chat => (shownId === '' ? shown() : openOr(chats().get(shownId)));
  return {
    chat,
    session: () => chat().session,
    // What is about no message and no call: what was typed as the chats were switched is for the one shown now.
    current: () => chats().getLasting(shownId) ?? shown(),
  };
}

function openOr(chat: Chat | undefined): Chat {
  if (!chat) throw new Error(l10n.t('This chat is no longer open.'));
  return chat;
}
