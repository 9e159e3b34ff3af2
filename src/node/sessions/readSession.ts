import type { StoredSession } from '../../agent/ports/sessionStore';
import type { AgentEvent } from '../../shared/events';
import { fileLines, type FileLine } from '../files/fileLines';
import { isEvent } from '../recordShapes';
import { withCurrentNames } from './formerNames';
import { OutputsRead } from './outputsRead';
import { HEADER_TYPE, VERSION } from './sessionLines';

/** Longer than any line that Pollux writes, even a message full of images. */
const MAX_LINE_BYTES = 128 * 1024 * 1024;
/** A session with more characters than this, after merging output, is too large to load. */
const MAX_SESSION = 256 * 1024 * 1024;

/** `hasHeader`: begins like a session file of this version, even without events. */
export interface ParsedSession extends StoredSession {
  readonly hasHeader: boolean;
  /** How many characters of commands' output were dropped, because they wouldn't be shown any more. */
  readonly superseded: number;
}

export interface ReadLimits {
  readonly maxLineBytes?: number;
  readonly maxSession?: number;
}

/**
 * Parses the events of a session file. Lines that are corrupt (for example cut by a crash) and duplicate messages are
 * omitted and counted; the rest is used. Null for a file of a later version.
 */
export function parseSession(text: string): ParsedSession | null {
  const parsing = new Parsing();
  for (const line of linesOf(text)) parsing.take(line);
  return parsing.session();
}

/**
 * Does the same for a file of any size, with one slice in memory at a time, yielding in between. Overlong lines count
 * as corrupt. Throws `SessionTooLarge`, and errors like `open`.
 */
export async function readSession(file: string, limits: ReadLimits = {}): Promise<ParsedSession | null> {
  const { maxLineBytes = MAX_LINE_BYTES, maxSession = MAX_SESSION } = limits;
  const parsing = new Parsing();
  for await (const lines of fileLines(file, maxLineBytes)) {
    for (const line of lines) parsing.take(line);
    if (parsing.size > maxSession) throw new SessionTooLarge(file);
  }
  return parsing.session();
}

/** Thrown if a session is too large for memory. */
export class SessionTooLarge extends Error {
  constructor(file: string) {
    super(`There is too much in this session to read it: ${file}`);
  }
}

class Parsing {
  readonly #events: AgentEvent[] = [];
  readonly #outputs = new OutputsRead(this.#events);
  readonly #messages = new Set<string>();
  #corrupt = 0;
  #hasHeader = false;
  #isLater = false;
  #size = 0;

  /** Roughly how many of the file's characters are in memory. */
  get size(): number {
    return this.#size - this.#outputs.superseded;
  }

  take(raw: FileLine): void {
    if (this.#isLater) return;
    if (raw === null) {
      this.#corrupt++;
      return;
    }
    this.#size += raw.length;
    // NULs are left in a block by a power failure; the line after them may be intact.
    const line = raw.replaceAll('\0', '');
    if (line !== raw) this.#corrupt++;
    const records = line === '' ? [] : readLine(line);
    if (!records) this.#corrupt += line === raw ? 1 : 0;
    else if (records.some(isLaterHeader)) this.#isLater = true;
    else for (const record of records) this.#add(record);
  }

  session(): ParsedSession | null {
    if (this.#isLater) return null;
    const { superseded } = this.#outputs;
    return { events: this.#events, corrupt: this.#corrupt, hasHeader: this.#hasHeader, superseded };
  }

  #add(record: Header | AgentEvent): void {
    if (record.type === HEADER_TYPE) this.#hasHeader = true;
    else if (record.type === 'message' && this.#messages.has(record.message.id)) this.#corrupt++;
    else {
      if (record.type === 'message') this.#messages.add(record.message.id);
      if (!this.#outputs.takes(record)) this.#events.push(record);
    }
  }
}

/** A generator, because splitting the whole text would copy a possibly large file. */
function* linesOf(text: string): Generator<string> {
  for (let at = 0, end = 0; at < text.length; at = end + 1) {
    end = text.indexOf('\n', at);
    if (end < 0) end = text.length;
    if (end > at) yield text.slice(at, end);
  }
}

/** Where a further record may begin in a line with several; within a string, its quotes would be escaped. */
const SEAM = '}{"type":"';

/** A line's records: usually one, or several that were written without a line break. */
function readLine(line: string): (Header | AgentEvent)[] | undefined {
  const whole = readRecord(line);
  if (whole) return [whole];
  const seam = line.indexOf(SEAM);
  const first = seam < 0 ? undefined : readRecord(line.slice(0, seam + 1));
  const rest = first && readLine(line.slice(seam + 1));
  return rest && [first, ...rest];
}

interface Header {
  readonly type: typeof HEADER_TYPE;
  readonly version?: unknown;
}

function readRecord(text: string): Header | AgentEvent | undefined {
  try {
    const value = withCurrentNames(JSON.parse(text));
    return isHeader(value) || isEvent(value) ? value : undefined;
  } catch {
    return undefined; // counted by the caller
  }
}

function isHeader(value: unknown): value is Header {
  return typeof value === 'object' && value !== null && 'type' in value && value.type === HEADER_TYPE;
}

function isLaterHeader(record: Header | AgentEvent): boolean {
  return record.type === HEADER_TYPE && (typeof record.version !== 'number' || record.version > VERSION);
}
