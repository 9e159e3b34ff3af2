import type { Message } from '../shared/messages';
import { isFields, recordedMessages, textIn, timeIn, type Fields } from './recordedMessages';
import { textOf } from '../shared/partsText';

/** A conversation that Gemini CLI has recorded, as our messages; times are milliseconds since the epoch. */
export interface Recording {
  /** As Gemini CLI calls it; empty if it does not. */
  readonly sessionId: string;
  readonly title: string;
  readonly startedAt: number;
  readonly at: number;
  readonly messages: readonly Message[];
}

interface RecordingFile {
  readonly file: string;
  readonly at: number;
  readonly bytes: number;
}

/** A recording as a chat of the history. */
export interface RecordedChat {
  /** The name of its file. */
  readonly id: string;
  readonly sessionId: string;
  readonly title: string;
  readonly startedAt: number;
  readonly at: number;
  readonly bytes: number;
  readonly isRecording: true;
}

/** Recordings as chats of the history; each file is listed from memory for as long as it stays as it is. */
export function createRecordings(
  files: () => Promise<readonly RecordingFile[]>,
  readText: (file: string) => Promise<string | null>,
) {
  const known = new Map<string, { readonly writtenAt: number; readonly chat: RecordedChat | undefined }>();
  const read = async (file: string) => parseRecording((await readText(file)) ?? '');
  const summarise = async ({ file, at: writtenAt, bytes }: RecordingFile): Promise<RecordedChat | undefined> => {
    const before = known.get(file);
    if (before?.writtenAt === writtenAt) return before.chat;
    const recording = await read(file);
    const chat = recording ? chatOf(recording, file, bytes) : undefined;
    known.set(file, { writtenAt, chat });
    return chat;
  };
  return {
    list: async (): Promise<readonly RecordedChat[]> =>
      newestOfEach((await Promise.all((await files()).map(summarise))).filter(each => each !== undefined)),
    /** Undefined if it is none of the recordings that were listed. */
    load: async (id: string): Promise<readonly Message[] | undefined> =>
      known.has(id) ? (await read(id))?.messages : undefined,
  };
}

/**
 * Those of `recorded` that are not sessions of ours as we recorded them for Gemini CLI; one with which it has gone on since
 * is another conversation.
 */
export function notOurs<T extends { readonly sessionId: string; readonly at: number }>(
  recorded: readonly T[],
  ours: readonly { readonly id: string; readonly at: number }[],
): readonly T[] {
  const times = new Map(ours.map(({ id, at }) => [id, at]));
  return recorded.filter(({ sessionId, at }) => at > (times.get(sessionId) ?? -Infinity) + SLACK_MS);
}

/** The id under which a recording is continued: its own, so that it is one session; undefined: that is taken, or is none. */
export function idOfContinued(sessionId: string, ours: readonly { readonly id: string }[]): string | undefined {
  const isFree = UUID.test(sessionId) && !ours.some(({ id }) => id === sessionId);
  return isFree ? sessionId : undefined;
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Gemini CLI leaves the file of a session in its older form where it is when it goes on in the newer one. */
function newestOfEach(chats: readonly RecordedChat[]): readonly RecordedChat[] {
  const newest = new Map<string, RecordedChat>();
  for (const chat of chats) {
    const key = chat.sessionId || chat.id;
    const other = newest.get(key);
    if (!other || other.at < chat.at || (other.at === chat.at && chat.id.endsWith('.jsonl'))) newest.set(key, chat);
  }
  return chats.filter(chat => newest.get(chat.sessionId || chat.id) === chat);
}

function chatOf({ sessionId, title, startedAt, at }: Recording, file: string, bytes: number): RecordedChat {
  return { id: file, sessionId, title, startedAt, at, bytes, isRecording: true };
}

const TITLE_LENGTH = 80;
/** How much later than the session itself its recording may be written. */
export const SLACK_MS = 5_000;

/**
 * Reads both forms that Gemini CLI writes: one JSON object, and JSON Lines with changes of what came before. What
 * can't be read is passed over; null if nobody has said anything in it.
 */
export function parseRecording(text: string): Recording | null {
  const { about, records } = readRecords(text);
  if (about.kind === 'subagent') return null;
  const messages = recordedMessages(records);
  const prompt = messages.find(message => message.role === 'user');
  if (!prompt) return null;
  const said = textOf(prompt.parts, ' ');
  const title = (textIn(about.summary) || said).replace(/\s+/g, ' ').trim().slice(0, TITLE_LENGTH);
  const startedAt = timeIn(about.startTime) ?? prompt.at;
  const sessionId = textIn(about.sessionId);
  return { sessionId, title, startedAt, at: timeIn(about.lastUpdated) ?? messages.at(-1)?.at ?? startedAt, messages };
}

function readRecords(text: string): { readonly about: Fields; readonly records: readonly Fields[] } {
  const whole = parseObject(text);
  if (whole && Array.isArray(whole.messages)) return { about: whole, records: whole.messages.filter(isFields) };
  let about: Fields = {};
  const records = new Records();
  for (const line of text.split('\n')) {
    const record = parseObject(line);
    if (!record) continue;
    const fields = isFields(record.$set) ? record.$set : record;
    if (typeof record.$rewindTo === 'string') records.rewind(record.$rewindTo);
    else if (typeof record.type === 'string') records.put(record);
    else {
      about = { ...about, ...fields };
      if (Array.isArray(fields.messages)) records.replace(fields.messages.filter(isFields));
    }
  }
  return { about, records: records.all };
}

/** Messages by their ids: one that is written again takes the place of its earlier form. */
class Records {
  readonly #byId = new Map<string, Fields>();
  #nameless = 0;

  get all(): readonly Fields[] {
    return [...this.#byId.values()];
  }

  put(record: Fields): void {
    this.#byId.set(textIn(record.id) || `\0${this.#nameless++}`, record);
  }

  replace(records: readonly Fields[]): void {
    this.#byId.clear();
    for (const record of records) this.put(record);
  }

  /** Takes that message out, and all after it; all that there are if there is no such message. */
  rewind(id: string): void {
    let isGone = !this.#byId.has(id);
    for (const each of [...this.#byId.keys()]) {
      isGone ||= each === id;
      if (isGone) this.#byId.delete(each);
    }
  }
}

function parseObject(text: string): Fields | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isFields(value) ? value : undefined;
  } catch {
    return undefined; // passed over: a line may be cut
  }
}
