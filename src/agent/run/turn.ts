import { emptyChat } from '../../shared/chatState';
import { applyEvent } from '../../shared/applyEvent';
import type { AgentEvent, Emit, FailureSummary } from '../../shared/events';
import type { AnswerEnd, AssistantMessage, Message, Usage } from '../../shared/messages';
import { withOwnId } from '../context/callIds';
import { TextWatch, type Repetition } from './loopDetection';
import type { OpenAnswer } from '../hooks/hookedModel';
import type { Citation, ContentGenerator, ModelFailure, ModelRequest, OnSilence } from '../ports/model';
import type { TurnOutcome } from './turnOutcome';

export interface TurnContext {
  readonly generator: ContentGenerator;
  /** Asks the generator through hooks. Absent: there are no hooks. */
  readonly openAnswer?: OpenAnswer | undefined;
  /** Returns the silence callback for one request. Absent: silence is not watched. */
  readonly onSilence?: () => OnSilence;
  readonly emit: Emit;
  /** The whole conversation, including messages that are no longer sent. Absent: none. */
  readonly said?: () => readonly Message[];
  readonly newId: () => string;
  readonly now: () => number;
  /** False: repetition in an answer is not detected. */
  readonly detectLoops: boolean;
}

/** One answer of the model: sends the request and turns its stream into events. Never rejects. */
export async function runTurn(context: TurnContext, asked: ModelRequest, signal: AbortSignal): Promise<TurnOutcome> {
  const { generator, openAnswer, onSilence, newId, now } = context;
  const request = onSilence ? { ...asked, onSilence: onSilence() } : asked;
  const id = newId();
  let folded = emptyChat();
  const emit = (event: AgentEvent) => {
    folded = applyEvent(folded, event);
    context.emit(event);
  };
  const finish = (end: AnswerEnd, rest: Omit<TurnOutcome, 'message' | 'citations'>): TurnOutcome => {
    const failure = end === 'failed' && rest.failure ? { failure: summaryOf(rest.failure) } : {};
    emit({ type: 'message-finished', messageId: id, end, at: now(), ...(usage && { usage }), ...failure });
    return { message: folded.messages.at(-1) as AssistantMessage, citations, ...rest };
  };
  let usage: Usage | undefined;
  let citations: readonly Citation[] = [];
  let watch = new TextWatch();
  let repetition: Repetition | undefined;
  // Ends the request when the answer repeats itself; its usage up to then still arrives.
  const enough = new AbortController();
  const abort = AbortSignal.any([signal, enough.signal]);
  const opened = await openAnswer?.(request, abort);
  const { model, events } = opened ?? { model: request.model, events: generator.stream(request, abort) };
  emit({ type: 'message', message: { id, at: now(), role: 'assistant', model, parts: [] } });
  for await (const event of events) {
    switch (event.type) {
      case 'part':
        if (repetition) break;
        if (event.part.type === 'text' && event.part.signature === undefined) {
          const { text } = event.part;
          const seen = context.detectLoops ? watch.add(text) : { read: text.length };
          emit({ type: 'delta', messageId: id, text: text.slice(0, seen.read) });
          repetition = seen.repetition;
          if (repetition) enough.abort();
        } else {
          watch = new TextWatch();
          const part = withOwnId(event.part, context.said?.() ?? [], folded.live?.parts ?? []);
          emit({ type: 'part', messageId: id, part });
        }
        break;
      case 'usage':
        usage = event.usage;
        break;
      case 'citations':
        citations = event.citations;
        break;
      case 'retry': {
        watch = new TextWatch();
        const { attempt, maxAttempts, delayMs, failure, model: next } = event;
        const reason = failure.message;
        const more = {
          ...(next !== undefined && { model: next }),
          ...(usage && { usage }),
          failure: summaryOf(failure),
        };
        usage = undefined;
        citations = [];
        emit({ type: 'retry', messageId: id, attempt, maxAttempts, delayMs, at: now(), reason, ...more });
        break;
      }
      case 'finished':
        if (repetition) return finish('interrupted', { repetition });
        return finish(event.end, {
          ...(event.detail !== undefined && { detail: event.detail }),
          ...(event.isPartial && { isPartial: true }),
        });
      case 'failed':
        if (repetition) return finish('interrupted', { repetition });
        return finish(event.failure.kind === 'cancelled' ? 'interrupted' : 'failed', { failure: event.failure });
      default:
        event satisfies never;
    }
  }
  throw new Error('The content generator ended without saying how.');
}

function summaryOf({ kind, status }: ModelFailure): FailureSummary {
  return { kind, ...(status !== undefined && { status }) };
}
