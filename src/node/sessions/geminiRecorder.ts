import { createHash } from 'node:crypto';
import { appendFile, mkdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log } from '../../agent/ports/log';
import type { AgentEvent } from '../../shared/events';
import { unlessCode } from '../files/fileErrors';
import { projectName } from './geminiProjects';

/** A line of a recording. */
export type RecordLine = Readonly<Record<string, unknown>>;

export interface RecordingOptions {
  /** Contains `.gemini`. */
  readonly home: string;
  /** The folder that the sessions belong to; undefined: none is open. */
  readonly folder: () => string | undefined;
  /** Whether to record; called for each event, because the setting can change. */
  readonly isOn: () => boolean;
  /** Creates a converter from one session's events to lines. */
  readonly newRecords: () => Promise<{ take(event: AgentEvent): readonly RecordLine[] }>;
  readonly log: Log;
}

/** A recording that exceeds this many bytes isn't continued. */
const MAX_BYTES = 50 * 1024 * 1024;

/** Writes the recordings of sessions. Loaded only where chats are recorded. */
export class GeminiRecorder {
  readonly #open = new Map<string, Recording>();
  /** The earlier events of sessions that have no new events yet. */
  readonly #known = new Map<string, readonly AgentEvent[]>();

  constructor(private readonly options: RecordingOptions) {}

  know(sessionId: string, events: readonly AgentEvent[]): void {
    this.#known.set(sessionId, events);
  }

  take(sessionId: string, events: readonly AgentEvent[]): void {
    const recording = this.#open.get(sessionId) ?? this.#begin(sessionId);
    recording.take(events);
  }

  /** Resolves when everything taken so far is written or has failed. Never rejects. */
  async settled(): Promise<void> {
    await Promise.all([...this.#open.values()].map(each => each.settled()));
  }

  async release(sessionId: string): Promise<void> {
    const recording = this.#open.get(sessionId);
    this.#open.delete(sessionId);
    this.#known.delete(sessionId);
    await recording?.settled();
  }

  #begin(sessionId: string): Recording {
    const recording = new Recording(sessionId, this.options);
    this.#open.set(sessionId, recording);
    recording.take(this.#known.get(sessionId) ?? []);
    this.#known.delete(sessionId);
    return recording;
  }
}

/** The recording of one session, written in order; stops at the first failure. */
class Recording {
  #records: Awaited<ReturnType<RecordingOptions['newRecords']>> | undefined;
  #waiting: AgentEvent[] = [];
  #file: string | undefined;
  #bytes = 0;
  #hasEnded = false;
  #last: Promise<void> = Promise.resolve();

  constructor(
    private readonly sessionId: string,
    private readonly options: RecordingOptions,
  ) {}

  take(events: readonly AgentEvent[]): void {
    if (this.#hasEnded || events.length === 0) return;
    const isFirst = this.#waiting.length === 0;
    for (const event of events) this.#waiting.push(event);
    if (isFirst) this.#last = this.#last.then(() => this.#write()).catch((error: unknown) => this.#end(error));
  }

  /** Resolves when everything taken so far is written or has failed. Never rejects. */
  settled(): Promise<void> {
    return this.#last;
  }

  async #write(): Promise<void> {
    const records = (this.#records ??= await this.options.newRecords());
    const waiting = this.#waiting;
    this.#waiting = [];
    const fresh = waiting.flatMap(event => records.take(event));
    if (fresh.length === 0) return;
    const lines = this.#file === undefined ? await this.#open(fresh) : fresh;
    const text = lines.map(line => `${JSON.stringify(line)}\n`).join('');
    this.#bytes += Buffer.byteLength(text);
    if (this.#bytes > MAX_BYTES) throw new Error('it is too long');
    if (this.#file !== undefined && text !== '') await appendFile(this.#file, text, { mode: 0o600 });
  }

  /** Opens or creates the file; returns the lines that it doesn't have yet. */
  async #open(lines: readonly RecordLine[]): Promise<readonly RecordLine[]> {
    const { home, folder } = this.options;
    const root = folder();
    if (root === undefined) return [];
    const chats = join(home, '.gemini', 'tmp', await projectName(home, root), 'chats');
    await mkdir(chats, { recursive: true, mode: 0o700 });
    const startTime = lines.flatMap(({ timestamp }) => (typeof timestamp === 'string' ? [timestamp] : []))[0] ?? '';
    const minute = startTime.slice(0, 16).replaceAll(':', '-');
    const file = join(chats, `session-${minute}-${this.sessionId.slice(0, 8)}.jsonl`);
    const size = (await unlessCode(stat(file), ['ENOENT'], null))?.size ?? 0;
    if (size > MAX_BYTES) throw new Error('it is too long');
    this.#file = file;
    this.#bytes = size;
    if (size > 0) return this.#openBefore(file, lines);
    const projectHash = createHash('sha256').update(root).digest('hex');
    return [{ sessionId: this.sessionId, projectHash, startTime, lastUpdated: startTime, kind: 'main' }, ...lines];
  }

  /** Continues an existing file, from an earlier run or also written to by Gemini CLI. */
  async #openBefore(file: string, lines: readonly RecordLine[]): Promise<readonly RecordLine[]> {
    const text = await readFile(file, 'utf8');
    // A line cut by a crash must not corrupt the next one.
    if (!text.endsWith('\n')) await appendFile(file, '\n');
    const had = new Set(text.split('\n'));
    const own = lines.map(line => JSON.stringify(line));
    const foreign = foreignLines(had, new Set(own));
    if (foreign.length === 0) return lines.filter((_, i) => !had.has(own[i] ?? ''));
    const ids = new Set(lines.map(({ id }) => id));
    if (foreign.flatMap(messageIds).some(id => !ids.has(id))) throw new Error('Gemini CLI has continued it');
    return [{ $set: { messages: [] } }, ...lines];
  }

  #end(error: unknown): void {
    this.#hasEnded = true;
    this.#waiting = [];
    this.options.log.warn(`A chat is no longer recorded for Gemini CLI: ${String(error)}`);
  }
}

/** The lines with messages that aren't in `own`. */
function foreignLines(had: ReadonlySet<string>, own: ReadonlySet<string>): readonly RecordLine[] {
  return [...had].flatMap(line => {
    if (own.has(line) || line === '') return [];
    try {
      const record = JSON.parse(line) as RecordLine | null;
      return record && messageRecords(record).length > 0 ? [record] : [];
    } catch {
      return []; // Cut by a crash.
    }
  });
}

/** A line's messages: the line itself, or those that it sets. */
function messageRecords(line: RecordLine): readonly RecordLine[] {
  if (typeof line.type === 'string') return [line];
  const { messages } = (line.$set ?? line) as { readonly messages?: unknown };
  return Array.isArray(messages) ? (messages as RecordLine[]) : [];
}

/** The message IDs, without messages that add nothing new: the session context and tool results. */
function messageIds(line: RecordLine): readonly unknown[] {
  return messageRecords(line).flatMap(({ id, content }) => {
    const text = JSON.stringify(content ?? '');
    return text.includes('<session_context>') || text.includes('"functionResponse"') ? [] : [id];
  });
}
