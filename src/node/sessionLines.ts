import type { StoredSession } from '../agent/ports/sessionStore';
import type { AgentEvent } from '../shared/events';
import { isEvent, isObject } from './eventShapes';

const VERSION = 1;
const HEADER_TYPE = 'pollux-session';

/** The first line of a session file. */
export const HEADER_LINE = `${JSON.stringify({ type: HEADER_TYPE, version: VERSION })}\n`;

export function formatEvents(events: readonly AgentEvent[]): string {
  // What waits for the person, a command or a change, is gone when the file is read.
  const stored = events.filter(event => event.type !== 'tool-input' && event.type !== 'approval-changed');
  return stored.map(event => `${JSON.stringify(event)}\n`).join('');
}

/** `hasHeader`: it begins as a session file of this version does, even if nothing has happened in it. */
interface ParsedSession extends StoredSession {
  readonly hasHeader: boolean;
}

/**
 * The events of a session file. A line that was cut by a crash, or spoilt otherwise, is left out and counted, and so is a
 * message that is there twice; the rest stands. Null for a file of a later version.
 */
export function parseSession(text: string): ParsedSession | null {
  const events: AgentEvent[] = [];
  const messages = new Set<string>();
  let spoilt = 0;
  let hasHeader = false;
  for (const raw of linesOf(text)) {
    // What a loss of power leaves of a block; the line behind it may be whole.
    const line = raw.replaceAll('\0', '');
    if (line !== raw) spoilt++;
    const records = line === '' ? [] : readLine(line);
    if (!records) spoilt += line === raw ? 1 : 0;
    else if (records.some(isLaterHeader)) return null;
    else {
      for (const record of records) {
        if (!isEvent(record)) hasHeader = true;
        else if (record.type === 'message' && messages.has(record.message.id)) spoilt++;
        else {
          if (record.type === 'message') messages.add(record.message.id);
          events.push(record);
        }
      }
    }
  }
  return { events, spoilt, hasHeader };
}

/** One at a time: all of them at once would be a second copy of a file that may be large. */
function* linesOf(text: string): Generator<string> {
  for (let at = 0, end = 0; at < text.length; at = end + 1) {
    end = text.indexOf('\n', at);
    if (end < 0) end = text.length;
    if (end > at) yield text.slice(at, end);
  }
}

/** The text of a file from which everything spoilt was taken out. */
export function cleanText({ events }: StoredSession): string {
  return HEADER_LINE + formatEvents(events);
}

/** Where a record would begin in a line that holds several; inside of a text its quotes would be escaped. */
const SEAM = '}{"type":"';

/** The records of a line: one, or those of several that were written without an end of line between them. */
function readLine(line: string): object[] | undefined {
  const whole = readRecord(line);
  if (whole) return [whole];
  const seam = line.indexOf(SEAM);
  const first = seam < 0 ? undefined : readRecord(line.slice(0, seam + 1));
  const rest = first && readLine(line.slice(seam + 1));
  return rest && [first, ...rest];
}

function readRecord(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) && (value.type === HEADER_TYPE || isEvent(value)) ? value : undefined;
  } catch {
    return undefined; // counted by the caller
  }
}

function isLaterHeader(record: object): boolean {
  const { type, version } = record as { type: unknown; version?: unknown };
  return type === HEADER_TYPE && (typeof version !== 'number' || version > VERSION);
}
