import * as l10n from '@vscode/l10n';
import type { SessionStore } from '../agent/ports/sessionStore';
import { restoreChat } from '../sessions/restoreChat';
import type { ChatState } from '../shared/chatState';
import type { AgentEvent } from '../shared/events';

/** Where chats are stored, and the ids of new ones. */
interface CopyPorts {
  readonly store: SessionStore;
  readonly newId: () => string;
}

/** Stores a chat under a name of its own as it was before a prompt, to be continued; null if there is none of that id. */
export async function storeFork(
  { store, newId, now }: CopyPorts & { readonly now: () => number },
  sessionId: string,
  messageId: string,
): Promise<ChatState | null> {
  const stored = await store.load(sessionId);
  if (!stored) return null;
  const id = newId();
  const events: AgentEvent[] = [...stored.events, { type: 'rewound', messageId, at: now() }];
  store.append(id, events);
  return restoreChat(id, events);
}

/** Stores all of a chat once more, for History; gives the copy's id, null if there is none of that id. */
export async function storeCopy({ store, newId }: CopyPorts, sessionId: string): Promise<string | null> {
  const stored = await store.load(sessionId);
  if (!stored) return null;
  const id = newId();
  store.append(id, stored.events);
  const title = (await store.list()).find(session => session.id === sessionId)?.title;
  if (title !== undefined) await store.rename(id, l10n.t('{0} (before an edit)', title));
  await store.flush();
  await store.release(id);
  return id;
}
