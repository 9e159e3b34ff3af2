import * as l10n from '@vscode/l10n';
import type { ModelEvent, ModelFailure, ModelReply, ModelRequest } from '../agent/ports/model';
import { HttpError, errorIn } from './apiError';
import { endOf, fromChunk, usageOf, type ApiChunk } from './convert';
import { groundingOf } from './grounding';
import type { Watch } from './patience';
import { StreamSummary, badStream } from './streamRules';

export interface AnswerContext {
  readonly newId: () => string;
  readonly watch: Watch;
  /** The chunk in an event of the stream. */
  readonly unwrap: (event: object) => ApiChunk;
}

/** A whole answer. */
export function toReply(chunk: ApiChunk, newId: () => string): ModelReply {
  const blocked = blockedPrompt(chunk);
  if (blocked) return { ok: false, failure: blocked };
  const usage = usageOf(chunk);
  const grounding = groundingOf(chunk.candidates?.[0] ?? {});
  return { ok: true, parts: fromChunk(chunk, newId), ...(usage && { usage }), ...(grounding && { grounding }) };
}

/** What the events of a stream say, as it comes; throws what `readServerSentEvents` and the service report. */
export async function* readAnswer(
  reads: AsyncIterable<readonly string[]>,
  request: ModelRequest,
  { newId, watch, unwrap }: AnswerContext,
): AsyncGenerator<ModelEvent> {
  const answer = new StreamSummary();
  let detail: string | undefined;
  let counted: ApiChunk | undefined; // counts come with every chunk, and the last are the ones that hold
  for await (const events of reads) {
    watch.heard();
    for (const event of events) {
      const chunk = readChunk(event, unwrap);
      const blocked = blockedPrompt(chunk);
      if (blocked) {
        yield { type: 'failed', failure: blocked };
        return;
      }
      for (const part of fromChunk(chunk, newId)) {
        answer.add(part);
        yield { type: 'part', part };
      }
      counted = chunk.usageMetadata ? chunk : counted;
      const { finishReason, finishMessage } = chunk.candidates?.[0] ?? {};
      answer.finishReason = finishReason ?? answer.finishReason;
      detail = finishMessage ?? detail;
    }
  }
  const usage = counted && usageOf(counted);
  if (usage) yield { type: 'usage', usage };
  const failure = badStream(request, answer);
  if (failure) {
    yield { type: 'failed', failure };
    return;
  }
  const reason = answer.finishReason ?? 'STOP';
  yield { type: 'finished', end: endOf(reason), detail: detail ?? reason };
}

/** Throws `HttpError` for an error that was sent inside the stream, `SyntaxError` for what is no JSON. */
function readChunk(event: string, unwrap: AnswerContext['unwrap']): ApiChunk {
  const chunk: unknown = JSON.parse(event);
  const error = errorIn(chunk);
  if (error) throw new HttpError(error.code ?? 500, event);
  return unwrap(chunk as object);
}

function blockedPrompt({ promptFeedback, candidates }: ApiChunk): ModelFailure | undefined {
  const { blockReason, blockReasonMessage } = promptFeedback ?? {};
  if (blockReason === undefined || (candidates && candidates.length > 0)) return undefined;
  return {
    kind: 'blocked',
    message: l10n.t('The Gemini service blocked the prompt ({0}).', blockReason),
    ...(blockReasonMessage !== undefined && { detail: blockReasonMessage }),
  };
}
