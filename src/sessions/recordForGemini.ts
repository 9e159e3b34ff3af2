import { emptyChat, type ChatState } from '../shared/chatState';
import { applyEvent } from '../shared/applyEvent';
import { start } from '../shared/cutText';
import type { AgentEvent } from '../shared/events';
import type { AssistantMessage, Message, Part, ToolResult } from '../shared/messages';
import { redactKeysIn } from '../shared/redactRecord';
import { textOf, typedIn } from '../shared/partsText';

/** A line of a Gemini CLI recording. */
export type GeminiRecord = Readonly<Record<string, unknown>>;

/** How much of a tool's output a recording contains, in characters; the same limit as in Gemini CLI. */
const MAX_OUTPUT = 50_000;

/** Converts a session's events to Gemini CLI records, without keys and without what Pollux itself tells the model. */
export class GeminiRecords {
  #live: ChatState | undefined;
  #answer: { readonly record: GeminiRecord; readonly message: AssistantMessage } | undefined;
  readonly #ids = new Set<string>();
  #at = 0;

  /** The records to append to the recording. */
  take(event: AgentEvent): GeminiRecord[] {
    const records = this.#recordsOf(event);
    if (records.length === 0) return [];
    for (const { id } of records) if (typeof id === 'string') this.#ids.add(id);
    return [
      ...records.map(record => redactKeysIn(record)),
      { $set: { lastUpdated: new Date(this.#at).toISOString() } },
    ];
  }

  #recordsOf(event: AgentEvent): GeminiRecord[] {
    if (event.type === 'rewound') {
      this.#at = event.at;
      return this.#ids.has(event.messageId) ? [{ $rewindTo: event.messageId }] : [];
    }
    if (event.type === 'message') {
      const { message } = event;
      if (message.role !== 'assistant' || message.end !== undefined) return this.#recordsOfMessage(message);
      this.#live = applyEvent(emptyChat(''), event);
      return [];
    }
    if (!this.#live) return [];
    this.#live = applyEvent(this.#live, event);
    if (event.type !== 'message-finished') return [];
    const whole = this.#live.messages.at(-1);
    this.#live = undefined;
    return whole ? this.#recordsOfMessage(whole) : [];
  }

  #recordsOfMessage(message: Message): GeminiRecord[] {
    this.#at = Math.max(this.#at, message.at);
    const base = { id: message.id, timestamp: new Date(message.at).toISOString() };
    switch (message.role) {
      case 'user':
        return message.isContext ? [] : [{ ...base, type: 'user', ...contentOf(message.parts) }];
      case 'assistant': {
        const record = { ...base, type: 'gemini', ...answerFields(message) };
        this.#answer = { record, message };
        return message.parts.length > 0 ? [record] : [];
      }
      case 'tool':
        return this.#answer
          ? [{ ...this.#answer.record, toolCalls: callsOf(this.#answer.message, message.results) }]
          : [];
      case 'notice':
        return [{ ...base, type: message.level, content: message.text }];
      default:
        return message satisfies never;
    }
  }
}

function answerFields({ parts, model, usage }: AssistantMessage): GeminiRecord {
  const thoughts = parts.flatMap(part => (part.type === 'thought' ? [{ subject: '', description: part.text }] : []));
  return {
    content: textOf(parts),
    ...(thoughts.length > 0 && { thoughts }),
    ...(usage && {
      tokens: {
        input: usage.input,
        output: usage.output,
        cached: usage.cached,
        thoughts: usage.thoughts,
        tool: 0,
        total: usage.total,
      },
    }),
    model,
  };
}

/** Calls are recorded together with their results, in the fields of Gemini CLI. */
function callsOf({ parts, at }: AssistantMessage, results: readonly ToolResult[]): GeminiRecord[] {
  return parts.flatMap(part => {
    if (part.type !== 'toolCall') return [];
    const { id, name, args } = part.call;
    const result = results.find(each => each.callId === id);
    if (!result) return [];
    const text = start(result.content, MAX_OUTPUT);
    const isDone = result.status === 'success';
    const response = isDone ? { output: text } : { error: text };
    return [
      {
        id,
        name,
        args,
        result: [{ functionResponse: { id, name, response } }],
        status: isDone ? 'success' : result.status === 'error' ? 'error' : 'cancelled',
        timestamp: new Date(at).toISOString(),
        displayName: name,
        description: result.title,
        resultDisplay: start(result.error ?? result.content, MAX_OUTPUT),
      },
    ];
  });
}

/** Of a typed command, Gemini CLI shows `displayContent` and sends `content`. */
function contentOf(parts: readonly Part[]): GeminiRecord {
  const isExpansion = parts.some(part => part.type === 'text' && part.typed !== undefined);
  return {
    content: parts.flatMap(recordedPart),
    ...(isExpansion && { displayContent: [{ text: typedIn(parts, '\n') }] }),
  };
}

function recordedPart(part: Part): GeminiRecord[] {
  switch (part.type) {
    case 'text':
      return [{ text: part.text }];
    case 'file':
      return [{ text: `${part.path}\n${part.text}` }];
    case 'image':
      return [{ inlineData: { mimeType: part.mimeType, data: part.data } }];
    default:
      return [];
  }
}
