import * as l10n from '@vscode/l10n';
import type { Citation, ModelEvent, ModelFailure, ModelReply, ModelRequest } from '../agent/ports/model';
import type { Part, TextPart } from '../shared/messages';
import { HttpError, errorIn } from './apiError';
import { citationsOf } from './citations';
import { fromChunk, usageOf, type ApiChunk } from './convert';
import { unreadable } from './failures';
import { cutText, describeReason, endOf, mayPass } from './finishReasons';
import { groundingOf } from './grounding';
import type { Watch } from './patience';
import { StreamSummary, badStream } from './streamRules';

export interface AnswerContext {
  readonly newId: () => string;
  readonly watch: Watch;
  /** Extracts the chunk from an event of the stream. */
  readonly unwrap: (event: object) => ApiChunk;
}

/**
 * Converts a complete answer. An answer that the service cut off is a failure, so that it isn't taken for a complete
 * one.
 */
export function toReply(chunk: ApiChunk, newId: () => string): ModelReply {
  const usage = usageOf(chunk);
  const spent = usage && { usage };
  const failure = blockedPrompt(chunk) ?? cutAnswer(chunk);
  if (failure) return { ok: false, failure, ...spent };
  const grounding = groundingOf(chunk.candidates?.[0] ?? {});
  return { ok: true, parts: fromChunk(chunk, newId), ...spent, ...(grounding && { grounding }) };
}

/** What has been read of a stream so far, besides its parts. */
class Reading {
  readonly answer = new StreamSummary();
  /** The latest chunk with usage counts: every chunk has them, and the last ones are final. */
  counted: ApiChunk | undefined;
  readonly citations: Citation[] = [];
  /** Why a chunk couldn't be read; undefined if none was lost. */
  broken: SyntaxError | undefined;
  /** Why there is no answer: the prompt was refused. */
  refused: ModelFailure | undefined;

  constructor(private readonly context: AnswerContext) {}

  /** Adds the parts in an event to `parts`. Throws an error that the service reports in it. */
  take(event: string, parts: Part[]): void {
    const chunk = readChunk(event, this.context.unwrap);
    if (chunk instanceof SyntaxError) {
      // After the finish reason, nothing important can be lost.
      if (this.answer.finishReason === undefined) this.broken ??= chunk;
      return;
    }
    for (const part of fromChunk(chunk, this.context.newId)) {
      this.answer.add(part);
      parts.push(part);
    }
    this.counted = chunk.usageMetadata ? chunk : this.counted;
    const { finishReason = UNSPECIFIED, finishMessage, citationMetadata } = chunk.candidates?.[0] ?? {};
    if (citationMetadata) this.citations.push(...citationsOf(citationMetadata));
    if (finishReason !== UNSPECIFIED) this.answer.finishReason = finishReason;
    this.answer.finishMessage = finishMessage ?? this.answer.finishMessage;
    this.refused ??= blockedPrompt(chunk);
  }
}

/** The placeholder for a finish reason that isn't set yet. */
const UNSPECIFIED = 'FINISH_REASON_UNSPECIFIED';

/**
 * Yields the content of a stream's events as they arrive. Throws errors from `readServerSentEvents` and from the
 * service, after yielding the usage so far.
 */
export async function* readAnswer(
  reads: AsyncIterable<readonly string[]>,
  request: ModelRequest,
  context: AnswerContext,
): AsyncGenerator<ModelEvent> {
  const reading = new Reading(context);
  try {
    for await (const events of reads) {
      const parts: Part[] = [];
      try {
        for (const event of events) reading.take(event, parts);
      } finally {
        // An event without any content only shows that the service is alive.
        if (parts.length > 0) context.watch.heard();
        for (const part of joined(parts)) yield { type: 'part', part };
      }
      if (reading.refused) break;
    }
    // Not at the end: who reads the events leaves at the last one.
    context.watch.isDone = true;
  } catch (error) {
    yield* spentOn(reading);
    throw error;
  }
  yield* spentOn(reading);
  const { answer, broken, citations } = reading;
  if (citations.length > 0) yield { type: 'citations', citations };
  // An aborted stream ends in a partial event.
  if (broken && answer.finishReason === undefined) throw broken;
  const failure = reading.refused ?? badStream(request, answer);
  if (failure) yield { type: 'failed', failure };
  else yield endWith(answer, broken);
}

/** So many parts at once are passed on as they are. */
const FEW_PARTS = 8;
/** From this length on, in characters, a text is not joined with the next. */
const ENOUGH_TEXT = 8000;

/**
 * The parts that arrived together. If they are many, texts are joined: each part passed on costs several times what
 * reading it does.
 */
function joined(parts: readonly Part[]): readonly Part[] {
  if (parts.length <= FEW_PARTS) return parts;
  const fewer: Part[] = [];
  let text = '';
  const push = () => {
    if (text !== '') fewer.push({ type: 'text', text });
    text = '';
  };
  for (const part of parts) {
    if (!isPlain(part) || text.length >= ENOUGH_TEXT) push();
    if (isPlain(part)) text += part.text;
    else fewer.push(part);
  }
  push();
  return fewer;
}

function isPlain(part: Part): part is TextPart {
  return part.type === 'text' && part.signature === undefined;
}

/** The unreadable chunk may have contained text or a call, so the request is worth repeating. */
function endWith(answer: StreamSummary, broken: SyntaxError | undefined): ModelEvent {
  const { finishReason: reason = 'STOP', finishMessage } = answer;
  const end = endOf(reason);
  const detail = end === 'blocked' ? cutText(reason, finishMessage) : reason;
  const finished = { type: 'finished', end, detail } as const;
  if (!broken) return finished;
  return { type: 'failed', failure: unreadable(broken), otherwise: { ...finished, isPartial: true } };
}

function* spentOn({ counted }: Reading): Generator<ModelEvent> {
  const usage = counted && usageOf(counted);
  if (usage) yield { type: 'usage', usage };
}

/** Returns a `SyntaxError` if the event isn't valid JSON. Throws `HttpError` for an error sent inside the stream. */
function readChunk(event: string, unwrap: AnswerContext['unwrap']): ApiChunk | SyntaxError {
  const chunk = parse(event);
  if (chunk instanceof SyntaxError) return chunk;
  const error = errorIn(chunk);
  if (error) throw new HttpError(error.code ?? 500, event);
  return unwrap(chunk);
}

/** Returns the object, or a `SyntaxError` if the text isn't one. */
function parse(event: string): object {
  try {
    const value: unknown = JSON.parse(event);
    return typeof value === 'object' && value !== null ? value : new SyntaxError(`No chunk: ${event.slice(0, 100)}`);
  } catch (error) {
    return error as SyntaxError; // `JSON.parse` throws nothing else
  }
}

function blockedPrompt({ promptFeedback, candidates }: ApiChunk): ModelFailure | undefined {
  const { blockReason, blockReasonMessage } = promptFeedback ?? {};
  if (blockReason === undefined || (candidates && candidates.length > 0)) return undefined;
  return {
    kind: 'blocked',
    message: l10n.t('The Gemini service blocked the prompt ({0}).', describeReason(blockReason)),
    ...(blockReasonMessage !== undefined && { detail: blockReasonMessage }),
  };
}

function cutAnswer({ candidates }: ApiChunk): ModelFailure | undefined {
  const { finishReason: reason = 'STOP', finishMessage } = candidates?.[0] ?? {};
  if (endOf(reason) !== 'blocked' || reason === UNSPECIFIED) return undefined;
  return { kind: mayPass(reason) ? 'badStream' : 'blocked', message: cutText(reason, finishMessage), detail: reason };
}
