// Converts the records of a Gemini CLI conversation to our messages.
import type { Message, NoticeMessage, Part, ToolResult, ToolResultStatus } from '../shared/messages';
import { expansionOf, textOf } from '../shared/partsText';
import { isJsonObject, type JsonObject } from '../shared/jsonObject';

type RecordedCall = JsonObject & { readonly id: string };

/**
 * Calls and their results are recorded in `toolCalls`. In a conversation resumed by Gemini CLI they are also, or
 * only, parts of messages: `functionCall` in the answer, `functionResponse` in the next user message.
 */
export function recordedMessages(records: readonly JsonObject[]): Message[] {
  const messages: Message[] = [];
  let open: RecordedCall[] = [];
  let results: ToolResult[] = [];
  for (const [index, record] of records.entries()) {
    const base = { id: textIn(record.id) || `recorded-${index}`, at: timeIn(record.timestamp) ?? 0 };
    const parts = listIn(record.content);
    if (record.type === 'user') {
      const given = parts.filter(part => isJsonObject(part.functionResponse));
      given.forEach((part, i) => takeResult(part, open[i]?.id, open, results));
      const said = partsIn(record.content);
      if (!isOwnWords(said) && (said.length > 0 || given.length === 0))
        messages.push({ ...base, role: 'user', parts: asTyped(said, record.displayContent) });
    } else if (record.type === 'gemini') {
      open = callsOf(record, base.id);
      results = open.map(resultOf);
      const calls = open.map(callPart);
      const model = textIn(record.model);
      messages.push({ ...base, role: 'assistant', model, parts: [...partsIn(record.content), ...calls], end: 'stop' });
      if (open.length > 0) messages.push({ ...base, id: `${base.id}-results`, role: 'tool', results });
    } else if (record.type === 'info' || record.type === 'warning' || record.type === 'error') {
      const level: NoticeMessage['level'] = record.type;
      const text = partsIn(record.content).flatMap(part => (part.type === 'text' ? [part.text] : []));
      messages.push({ ...base, role: 'notice', level, text: text.join('\n') });
    }
  }
  return messages;
}

/** `display`: what Gemini CLI shows instead of the text that it sent, such as the command that was typed. */
function asTyped(parts: Part[], display: unknown): Part[] {
  const typed = textOf(partsIn(display), '\n');
  const isExpansion = typed !== '' && typed !== textOf(parts, '\n') && parts.some(({ type }) => type === 'text');
  return isExpansion ? expansionOf(typed, parts) : parts;
}

/** True for text that Gemini CLI or a hook added at that time: it is outdated, and not by the user. */
function isOwnWords(parts: readonly Part[]): boolean {
  const [first] = parts;
  return first?.type === 'text' && /^\s*<(session_context|hook_context)>/.test(first.text);
}

/** The calls of an answer, each once: those in `toolCalls`, which have more details, and those that are only parts. */
function callsOf(record: JsonObject, id: string): RecordedCall[] {
  const kept: readonly RecordedCall[] = listIn(record.toolCalls).map((call, i) => ({
    ...call,
    id: textIn(call.id) || `${id}-${i}`,
  }));
  const parts = listIn(record.content).flatMap(({ functionCall }) =>
    isJsonObject(functionCall) ? [functionCall] : [],
  );
  const known = new Set<string>();
  const more = parts.flatMap((call, i): RecordedCall[] => {
    const same = kept.find(
      each => !known.has(each.id) && (textIn(call.id) || each.id) === each.id && each.name === call.name,
    );
    if (same) known.add(same.id);
    return same ? [] : [{ ...call, id: textIn(call.id) || `${id}-part-${i}` }];
  });
  return [...kept, ...more];
}

/** Takes a result recorded as a message part, for the call it names or, without an id, the call at its position. */
function takeResult(
  part: JsonObject,
  place: string | undefined,
  open: readonly RecordedCall[],
  results: ToolResult[],
): void {
  const response = isJsonObject(part.functionResponse) ? part.functionResponse : {};
  const id = textIn(response.id) || place;
  const index = open.findIndex(call => call.id === id);
  const call = open[index];
  if (!call) return;
  const failed = isJsonObject(response.response) && response.response.error !== undefined;
  const status = call.status ?? (failed ? 'error' : 'success');
  results[index] = resultOf({ ...call, status, result: call.result ?? [part] });
}

function callPart(call: RecordedCall): Part {
  const args = isJsonObject(call.args) ? call.args : {};
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

/** The text of function responses, however deeply they are nested. */
function outputOf(result: unknown): string {
  if (typeof result === 'string') return result;
  return listIn(result)
    .map(part => {
      const response = isJsonObject(part.functionResponse) ? part.functionResponse.response : undefined;
      return isJsonObject(response) ? outputIn(response) : textIn(part.text);
    })
    .filter(Boolean)
    .join('\n');
}

function outputIn(response: JsonObject): string {
  const text = textIn(response.output) || textIn(response.error);
  return text !== '' || Object.keys(response).length === 0 ? text : JSON.stringify(response);
}

/** Thoughts are not part of the answer's text. */
function partsIn(content: unknown): Part[] {
  if (typeof content === 'string') return content === '' ? [] : [{ type: 'text', text: content }];
  return listIn(content).flatMap((part): Part[] => {
    if (part.thought === true) return [];
    if (typeof part.text === 'string') return part.text === '' ? [] : [{ type: 'text', text: part.text }];
    const { inlineData } = part;
    if (!isJsonObject(inlineData) || textIn(inlineData.data) === '') return [];
    return [{ type: 'image', mimeType: textIn(inlineData.mimeType), data: textIn(inlineData.data) }];
  });
}

function listIn(value: unknown): JsonObject[] {
  return (Array.isArray(value) ? (value as unknown[]) : [value]).flatMap(each =>
    typeof each === 'string' ? [{ text: each }] : isJsonObject(each) ? [each] : [],
  );
}

export function textIn(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

export function timeIn(value: unknown): number | undefined {
  const time = typeof value === 'string' ? Date.parse(value) : NaN;
  return Number.isNaN(time) ? undefined : time;
}
