import type { Message, NoticeMessage, Part, ToolCallPart, ToolResult, ToolResultStatus } from '../shared/messages';

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
interface RecordedChat {
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
      (await Promise.all((await files()).map(summarise))).filter(each => each !== undefined),
    /** Undefined if it is none of the recordings that were listed. */
    load: async (id: string): Promise<readonly Message[] | undefined> =>
      known.has(id) ? (await read(id))?.messages : undefined,
  };
}

function chatOf({ sessionId, title, startedAt, at }: Recording, file: string, bytes: number): RecordedChat {
  return { id: file, sessionId, title, startedAt, at, bytes, isRecording: true };
}

type Fields = Readonly<Record<string, unknown>>;
const TITLE_LENGTH = 80;

/**
 * Reads both forms that Gemini CLI writes: one JSON object, and JSON Lines with changes of what came before. What
 * can't be read is passed over; null if nobody has said anything in it.
 */
export function parseRecording(text: string): Recording | null {
  const { about, records } = readRecords(text);
  const messages = records.flatMap((record, index) => messagesOf(record, `recorded-${index}`));
  const prompt = messages.find(message => message.role === 'user');
  if (!prompt) return null;
  const said = prompt.parts.flatMap(part => (part.type === 'text' ? [part.text] : [])).join(' ');
  const title = (textIn(about.summary) || said).replace(/\s+/g, ' ').trim().slice(0, TITLE_LENGTH);
  const startedAt = timeIn(about.startTime) ?? prompt.at;
  const sessionId = textIn(about.sessionId);
  return { sessionId, title, startedAt, at: timeIn(about.lastUpdated) ?? messages.at(-1)?.at ?? startedAt, messages };
}

function readRecords(text: string): { readonly about: Fields; readonly records: readonly Fields[] } {
  const whole = parseObject(text);
  if (whole && Array.isArray(whole.messages)) return { about: whole, records: whole.messages.filter(isFields) };
  let about: Fields = {};
  let records: Fields[] = [];
  for (const line of text.split('\n')) {
    const record = parseObject(line);
    if (!record) continue;
    if (isFields(record.$set)) {
      about = { ...about, ...record.$set };
      if (Array.isArray(record.$set.messages)) records = record.$set.messages.filter(isFields);
    } else if (typeof record.$rewindTo === 'string') {
      const index = records.findIndex(({ id }) => id === record.$rewindTo);
      if (index >= 0) records = records.slice(0, index);
    } else if (typeof record.type === 'string') {
      // A message that is written again takes the place of its earlier form.
      const index = records.findIndex(({ id }) => id !== undefined && id === record.id);
      if (index >= 0) records[index] = record;
      else records.push(record);
    } else about = { ...about, ...record };
  }
  return { about, records };
}

function messagesOf(record: Fields, fallbackId: string): Message[] {
  const base = { id: textIn(record.id) || fallbackId, at: timeIn(record.timestamp) ?? 0 };
  switch (record.type) {
    case 'user':
      return [{ ...base, role: 'user', parts: partsIn(record.content) }];
    case 'gemini': {
      const calls = (Array.isArray(record.toolCalls) ? record.toolCalls : []).filter(isFields);
      const named = calls.map((call, index) => ({ ...call, id: textIn(call.id) || `${base.id}-${index}` }));
      const parts = [...partsIn(record.content), ...named.map(callPart)];
      const answer: Message = { ...base, role: 'assistant', model: textIn(record.model), parts, end: 'stop' };
      return named.length === 0
        ? [answer]
        : [answer, { ...base, id: `${base.id}-results`, role: 'tool', results: named.map(resultOf) }];
    }
    case 'info':
    case 'warning':
    case 'error': {
      const level: NoticeMessage['level'] = record.type;
      const text = partsIn(record.content).flatMap(part => (part.type === 'text' ? [part.text] : []));
      return [{ ...base, role: 'notice', level, text: text.join('\n') }];
    }
    default:
      return [];
  }
}

type RecordedCall = Fields & { readonly id: string };

function callPart(call: RecordedCall): ToolCallPart {
  const args = isFields(call.args) ? call.args : {};
  return { type: 'toolCall', call: { id: call.id, name: textIn(call.name), args } };
}

function resultOf(call: RecordedCall): ToolResult {
  const name = textIn(call.name);
  const shown = textIn(call.resultDisplay);
  const status: ToolResultStatus =
    call.status === 'success' ? 'success' : call.status === 'cancelled' ? 'cancelled' : 'error';
  return {
    callId: call.id,
    name,
    title: textIn(call.displayName) || name,
    status,
    content: outputOf(call.result) || shown,
    ...(shown !== '' && { display: { type: 'text', text: shown } }),
    ...(status !== 'success' && { errorType: status === 'cancelled' ? 'cancelled' : 'unknown' }),
  };
}

/** The text of function responses, however deep they are packed. */
function outputOf(result: unknown): string {
  if (typeof result === 'string') return result;
  const parts = (Array.isArray(result) ? result : [result]).filter(isFields);
  return parts
    .map(part => {
      const response = isFields(part.functionResponse) ? part.functionResponse.response : undefined;
      return isFields(response) ? textIn(response.output) || textIn(response.error) : textIn(part.text);
    })
    .filter(Boolean)
    .join('\n');
}

function partsIn(content: unknown): Part[] {
  if (typeof content === 'string') return content === '' ? [] : [{ type: 'text', text: content }];
  const parts = (Array.isArray(content) ? content : [content]).filter(isFields);
  return parts.flatMap((part): Part[] => {
    if (typeof part.text === 'string') return part.text === '' ? [] : [{ type: 'text', text: part.text }];
    const { inlineData } = part;
    if (!isFields(inlineData) || textIn(inlineData.data) === '') return [];
    return [{ type: 'image', mimeType: textIn(inlineData.mimeType), data: textIn(inlineData.data) }];
  });
}

function parseObject(text: string): Fields | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isFields(value) ? value : undefined;
  } catch {
    return undefined; // passed over: a line may be cut
  }
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function textIn(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function timeIn(value: unknown): number | undefined {
  const time = typeof value === 'string' ? Date.parse(value) : NaN;
  return Number.isNaN(time) ? undefined : time;
}
