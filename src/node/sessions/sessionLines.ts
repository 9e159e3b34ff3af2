import type { StoredSession } from '../../agent/ports/sessionStore';
import type { AgentEvent } from '../../shared/events';
import { isStored } from './storedEvents';

/** Of the format of session files. */
export const VERSION = 1;
export const HEADER_TYPE = 'pollux-session';

/** The first line of a session file. */
export const HEADER_LINE = `${JSON.stringify({ type: HEADER_TYPE, version: VERSION })}\n`;

export function formatEvents(events: readonly AgentEvent[]): string {
  // What waits for the person, a command or a change, is gone when the file is read.
  const stored = events.filter(isStored);
  return stored.map(event => `${JSON.stringify(event)}\n`).join('');
}

/** The text of a file from which everything corrupt was taken out, in pieces. */
export function* cleanText({ events }: StoredSession): Generator<string> {
  yield HEADER_LINE;
  for (const event of events) yield formatEvents([event]);
}
