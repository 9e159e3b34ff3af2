import * as l10n from '@vscode/l10n';
import type { SessionStore } from '../agent/ports/sessionStore';
import type { ChatState } from '../shared/chatState';
import type { AgentEvent } from '../shared/events';
import type { NoticeMessage } from '../shared/messages';
import { restoreChat } from './restoreChat';

export interface TakeUpOptions {
  readonly store: SessionStore;
  readonly newId: () => string;
  readonly now: () => number;
  /** Whether a copy may be used instead if another process has the session open. */
  readonly mayCopy: boolean;
  /** Waits a moment for the other process to release the session; returns false to stop waiting. */
  readonly waitForIt?: () => Promise<boolean>;
}

export interface TakenUp {
  readonly state: ChatState;
  /** See `StoredSession`. */
  readonly wasAbandoned: boolean;
  /** Texts of the notices that were also added to the conversation. */
  readonly notices: readonly string[];
}

/**
 * Loads an earlier session to continue it, with a notice about lines that could not be read. Null if there is no such
 * session, or it is in use and may not be copied.
 */
export async function takeUpSession(sessionId: string, options: TakeUpOptions): Promise<TakenUp | null> {
  const { store, newId, now, mayCopy, waitForIt } = options;
  let claimed = await store.claim(sessionId);
  if (!claimed && !(await store.load(sessionId))) return null;
  while (!claimed && (await waitForIt?.())) claimed = await store.claim(sessionId);
  if (!claimed && !mayCopy) return null;
  const isOurs = claimed !== null;
  const stored = claimed ?? (await store.load(sessionId));
  if (!stored) return null;
  const id = isOurs ? sessionId : newId();
  if (!isOurs) await nameCopy(store, sessionId, id);
  const notices = [
    ...(stored.corrupt > 0 ? [corruptText(stored.corrupt)] : []),
    ...(isOurs ? [] : [l10n.t('This chat is in use in another window. This is a copy of it.')]),
  ];
  const said = notices.map((text): AgentEvent => {
    const message: NoticeMessage = { id: newId(), at: now(), role: 'notice', level: 'warning', text };
    return { type: 'message', message };
  });
  if (said.length > 0) store.append(id, isOurs ? said : [...stored.events, ...said]);
  // A window that is reloaded right away must find the copy that it showed.
  if (!isOurs) await store.flush();
  return { state: restoreChat(id, [...stored.events, ...said]), wasAbandoned: claimed?.wasAbandoned ?? false, notices };
}

/** Two chats with the same title could not be told apart. */
async function nameCopy(store: SessionStore, sessionId: string, copy: string): Promise<void> {
  const original = (await store.list()).find(({ id }) => id === sessionId);
  if (original) await store.rename(copy, l10n.t('Copy of {0}', original.title));
}

function corruptText(lines: number): string {
  return lines === 1
    ? l10n.t('One line of this chat couldn’t be read and was skipped.')
    : l10n.t('{0} lines of this chat couldn’t be read and were skipped.', lines);
}
