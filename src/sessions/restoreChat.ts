import { emptyChat, type ChatState } from '../shared/chatState';
import { applyEvents } from '../shared/applyEvent';
import type { AgentEvent } from '../shared/events';

/** Restores a session's state from its stored events. */
export function restoreChat(sessionId: string, events: readonly AgentEvent[]): ChatState {
  return applyEvents(emptyChat(sessionId), events);
}
