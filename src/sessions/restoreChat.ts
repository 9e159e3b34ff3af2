import { emptyChat, type ChatState } from '../shared/chatState';
import { applyEvents } from '../shared/applyEvent';
import type { AgentEvent } from '../shared/events';

/** The state that a session's stored events make. */
export function restoreChat(sessionId: string, events: readonly AgentEvent[]): ChatState {
  return applyEvents(emptyChat(sessionId), events);
}
