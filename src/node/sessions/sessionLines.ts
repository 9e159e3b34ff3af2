import type { StoredSession } from '../../agent/ports/sessionStore';
import type { AgentEvent } from '../../shared/events';
import { isStored } from './storedEvents';

/** The version of the session file format. */
export const VERSION = 1;
export const HEADER_TYPE = 'pollux-session';

/** The first line of a session file. */
export const HEADER_LINE = `${JSON.stringify({ type: HEADER_TYPE, version: VERSION })}\n`;

export function formatEvents(events: readonly AgentEvent[]): string {
  // Pending questions and other momentary states are meaningless when the file is read.
  const stored = events.filter(isStored);
  return stored.map(event => `${JSON.stringify(event)}\n`).join('');
}

/** The text of a file without its corrupt lines, in pieces. */
export function* cleanText({ events }: StoredSession): Generator<string> {
  yield HEADER_LINE;
  for (const event of events) yield formatEvents([event]);
}
