import * as l10n from '@vscode/l10n';
import type { SessionStore } from '../agent/ports/sessionStore';
import { restoreChat } from '../sessions/restoreChat';
import type { ChatState } from '../shared/chatState';
import type { AgentEvent } from '../shared/events';

/** Where chats are stored, and how ids of new ones are made. */
interface CopyPorts {
  readonly store: SessionStore;
  readonly newId: () => string;
}

/** Stores a copy of a chat as it was before a prompt, to be continued under a new id; null: no chat of that id. */
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

/** Stores a complete copy of a chat for History; resolves with the copy's id, null: no chat of that id. */
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
