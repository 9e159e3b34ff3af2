// What a scripted model call answers: pure values, written in the order in which they go over the wire.
// `server.reply(thought('**Plan**'), call('read_file', { file_path: 'a.ts' }))` is one answer of two chunks.
import type { Candidate, GenerateResponse, Part, UsageMetadata } from '../../../src/demo/wire';
import type { Gate } from './gate';

/** Counted from the beginning of the body, or before the response's status line. */
export type Where = { readonly chunks: number } | { readonly bytes: number } | { readonly before: 'headers' };

/** How a reply travels. Splits are positions in the body; without them every event is a packet of its own. */
export interface Transport {
  /** One position, several, every byte, or a random plan that the seed repeats. `[]`: the whole body is one packet. */
  readonly splitAt?: number | readonly number[] | 'everyByte' | { readonly seed: number };
  readonly eol?: '\n' | '\r\n';
  /** `true`: SSE comments as blocks of their own; `inside`: a comment line right above each `data:` line. */
  readonly comments?: boolean | 'inside';
  /** False: `data:{…}` without the blank. */
  readonly space?: boolean;
  /** False: the body ends with the last event's JSON, without any line end. */
  readonly finalBlankLine?: boolean;
  /** Events per second. */
  readonly rate?: number;
  /** Wait before the status line. */
  readonly delayMs?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

export type Step =
  | { readonly kind: 'chunk'; readonly parts: readonly Part[]; readonly isUnsigned?: boolean; readonly end?: Ending }
  | { readonly kind: 'end'; readonly end: Ending }
  | { readonly kind: 'payload'; readonly payload: GenerateResponse }
  | { readonly kind: 'usage'; readonly usage: UsageMetadata; readonly isAlone: boolean }
  | { readonly kind: 'error'; readonly body: object }
  | {
      readonly kind: 'httpError';
      readonly code: number;
      readonly body: string;
      readonly headers: Readonly<Record<string, string>>;
    }
  | { readonly kind: 'raw'; readonly bytes: Uint8Array }
  | { readonly kind: 'cut'; readonly at?: Where; readonly isReset: boolean }
  | { readonly kind: 'hang'; readonly at?: Where }
  | { readonly kind: 'transport'; readonly transport: Transport }
  | Gate;

/** What a candidate says beside its parts; `finishReason` null: the stream never says why it ended. */
export type Ending = Omit<Candidate, 'content' | 'finishReason'> & { readonly finishReason?: string | null };

/** One answer: a step, or steps in order, nested as convenient. Ends in STOP unless it says otherwise. */
export type Reply = Step | readonly Reply[];

/** Text in one chunk, in the given chunks, or cut into chunks of `chunkSize` characters. */
export function text(
  value: string | readonly string[],
  options: { readonly signature?: string; readonly chunkSize?: number } = {},
): Reply {
  const pieces = typeof value === 'string' ? piecesOf(value, options.chunkSize) : value;
  const signed = options.signature === undefined ? {} : { thoughtSignature: options.signature };
  return pieces.map((piece, i) => part({ text: piece, ...(i === 0 ? signed : {}) }));
}

function piecesOf(value: string, size = Math.max(value.length, 1)): string[] {
  const count = Math.max(Math.ceil(value.length / size), 1);
  return Array.from({ length: count }, (_, i) => value.slice(i * size, (i + 1) * size));
}

/** A summary of the model's thinking, `**Title**\n\n…`; several strings make several chunks. */
export function thought(value: string | readonly string[]): Reply {
  return [value].flat().map(piece => part({ text: piece, thought: true }));
}

/**
 * A tool call. The server signs the first call of a reply, as Gemini 3 does, unless `signature` gives one itself or
 * is false.
 */
export function call(
  name: string,
  args: Record<string, unknown> = {},
  options: { readonly id?: string; readonly signature?: string | false } = {},
): Reply {
  const { id, signature } = options;
  return {
    kind: 'chunk',
    parts: [
      {
        functionCall: { ...(id === undefined ? {} : { id }), name, args },
        ...(typeof signature === 'string' ? { thoughtSignature: signature } : {}),
      },
    ],
    ...(signature === false ? { isUnsigned: true } : {}),
  };
}

/** Any part, of a known kind or not. */
export function part(value: Part): Step {
  return { kind: 'chunk', parts: [value] };
}

/** Puts the parts of several builders into one chunk, with what `finish` and `candidate` among them say. */
export function chunk(...replies: readonly Reply[]): Step {
  const steps = stepsOf(replies);
  const chunks = steps.filter(step => step.kind === 'chunk');
  const ends = steps.flatMap(step => ((step.kind === 'chunk' || step.kind === 'end') && step.end ? [step.end] : []));
  return {
    kind: 'chunk',
    parts: chunks.flatMap(step => step.parts),
    ...(chunks.some(step => step.isUnsigned) ? { isUnsigned: true } : {}),
    ...(ends.length > 0 ? { end: Object.assign({}, ...ends) as Ending } : {}),
  };
}

/**
 * Why the answer ended. STOP and MAX_TOKENS ride on the last content, as the service sends them; every other reason is
 * a chunk of its own without content.
 */
export function finish(reason: string, message?: string): Step {
  return {
    kind: 'end',
    end: { finishReason: reason, ...(message === undefined ? {} : { finishMessage: message }) },
  };
}

/** The stream ends in good order but never gives a finishReason. */
export function unfinished(): Step {
  return { kind: 'end', end: { finishReason: null } };
}

/** More fields for the candidate of the last content: `groundingMetadata`, `citationMetadata`, `safetyRatings`, … */
export function candidate(fields: Omit<Candidate, 'content' | 'finishReason'>): Step {
  return { kind: 'end', end: fields };
}

/** The counts that the answer reports in place of the estimate; the total is added up unless given. */
export function usage(counts: UsageMetadata): Step {
  return { kind: 'usage', usage: counts, isAlone: false };
}

/** A chunk that carries nothing but counts; it may stand anywhere. */
export function usageOnly(counts: UsageMetadata): Step {
  return { kind: 'usage', usage: counts, isAlone: true };
}

/** The prompt itself is refused: 200, no candidates. */
export function blockedPrompt(reason: string, message?: string): Step {
  const blockReasonMessage = message === undefined ? {} : { blockReasonMessage: message };
  return payload({ promptFeedback: { blockReason: reason, ...blockReasonMessage }, usageMetadata: {} });
}

/** An event exactly as given; nothing is added. Also answers countTokens and the like from a rule. */
export function payload(value: GenerateResponse): Step {
  return { kind: 'payload', payload: value };
}

/** Bytes in the body exactly as given, with no framing. */
export function raw(bytes: string | Uint8Array): Step {
  return { kind: 'raw', bytes: typeof bytes === 'string' ? Buffer.from(bytes) : bytes };
}

/** 200 and an empty body. */
export function empty(): Reply {
  return [];
}

/** Destroys the socket, here among the steps or at `at`; `isReset` makes it a TCP reset instead of a close. */
export function cut(at?: Where, options: { readonly isReset?: boolean } = {}): Step {
  return { kind: 'cut', ...(at ? { at } : {}), isReset: options.isReset ?? false };
}

/** Falls silent with the connection open until the client hangs up, here among the steps or at `at`. */
export function hang(at?: Where): Step {
  return { kind: 'hang', ...(at ? { at } : {}) };
}

export function transport(knobs: Transport): Step {
  return { kind: 'transport', transport: knobs };
}

/** A reply's steps in order. */
export function stepsOf(reply: Reply): Step[] {
  return Array.isArray(reply) ? reply.flatMap(stepsOf) : [reply as Step];
}
