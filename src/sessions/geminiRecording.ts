import type { Message } from '../shared/messages';
import { recordedMessages, textIn, timeIn } from './recordedMessages';
import { typedIn } from '../shared/partsText';
import { isJsonObject, type JsonObject } from '../shared/jsonObject';

/** A conversation recorded by Gemini CLI, as our messages; times are milliseconds since the epoch. */
export interface Recording {
  /** Gemini CLI's id of the session; empty if the recording has none. */
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

/** A recording as an entry of the chat history. */
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

/** Lists recordings as entries of the chat history; the entry of a file is cached until the file changes. */
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
    /** Undefined if `id` is not one of the listed recordings. */
    load: async (id: string): Promise<readonly Message[] | undefined> =>
      known.has(id) ? (await read(id))?.messages : undefined,
  };
}

/**
 * Leaves out recordings of our own sessions that we wrote for Gemini CLI. If Gemini CLI has continued one since, it
 * counts as a conversation of its own.
 */
export function notOurs<T extends { readonly sessionId: string; readonly at: number }>(
  recorded: readonly T[],
  ours: readonly { readonly id: string; readonly at: number }[],
): readonly T[] {
  const times = new Map(ours.map(({ id, at }) => [id, at]));
  return recorded.filter(({ sessionId, at }) => at > (times.get(sessionId) ?? -Infinity) + SLACK_MS);
}

/** The id for continuing a recording: its own if it has a valid one that is free, otherwise undefined. */
export function idOfContinued(sessionId: string, ours: readonly { readonly id: string }[]): string | undefined {
  const isFree = UUID.test(sessionId) && !ours.some(({ id }) => id === sessionId);
  return isFree ? sessionId : undefined;
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** When Gemini CLI continues a session in the newer file format, it leaves the file in the older format in place. */
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
 * Reads both formats that Gemini CLI writes: a single JSON object, and JSON Lines with changes to earlier lines.
 * Unreadable lines are skipped; returns null if the conversation has no prompt.
 */
export function parseRecording(text: string): Recording | null {
  const { about, records } = readRecords(text);
  if (about.kind === 'subagent') return null;
  const messages = recordedMessages(records);
  const prompt = messages.find(message => message.role === 'user');
  if (!prompt) return null;
  const said = typedIn(prompt.parts, ' ');
  const title = (textIn(about.summary) || said).replace(/\s+/g, ' ').trim().slice(0, TITLE_LENGTH);
  const startedAt = timeIn(about.startTime) ?? prompt.at;
  const sessionId = textIn(about.sessionId);
  return { sessionId, title, startedAt, at: timeIn(about.lastUpdated) ?? messages.at(-1)?.at ?? startedAt, messages };
}

function readRecords(text: string): { readonly about: JsonObject; readonly records: readonly JsonObject[] } {
  const whole = parseObject(text);
  if (whole && Array.isArray(whole.messages)) return { about: whole, records: whole.messages.filter(isJsonObject) };
  let about: JsonObject = {};
  const records = new Records();
  for (const line of text.split('\n')) {
    const record = parseObject(line);
    if (!record) continue;
    const fields = isJsonObject(record.$set) ? record.$set : record;
    if (typeof record.$rewindTo === 'string') records.rewind(record.$rewindTo);
    else if (typeof record.type === 'string') records.put(record);
    else {
      about = { ...about, ...fields };
      if (Array.isArray(fields.messages)) records.replace(fields.messages.filter(isJsonObject));
    }
  }
  return { about, records: records.all };
}

/** Records by id: a record that is written again replaces its earlier version. */
class Records {
  readonly #byId = new Map<string, JsonObject>();
  #nameless = 0;

  get all(): readonly JsonObject[] {
    return [...this.#byId.values()];
  }

  put(record: JsonObject): void {
    this.#byId.set(textIn(record.id) || `\0${this.#nameless++}`, record);
  }

  replace(records: readonly JsonObject[]): void {
    this.#byId.clear();
    for (const record of records) this.put(record);
  }

  /** Removes that message and all after it; removes all messages if there is no such message. */
  rewind(id: string): void {
    let isGone = !this.#byId.has(id);
    for (const each of [...this.#byId.keys()]) {
      isGone ||= each === id;
      if (isGone) this.#byId.delete(each);
    }
  }
}

function parseObject(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined; // skipped: a line may be truncated
  }
}
