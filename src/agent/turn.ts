import { applyEvent, emptyChat } from '../shared/chatState';
import type { AgentEvent, Emit } from '../shared/events';
import type { AnswerEnd, AssistantMessage, Usage } from '../shared/messages';
import { TextWatch, type Repetition } from './loopDetection';
import type { ContentGenerator, ModelFailure, ModelRequest } from './ports/model';

export interface TurnContext {
  readonly generator: ContentGenerator;
  readonly emit: Emit;
  readonly newId: () => string;
  readonly now: () => number;
  /** False: an answer may repeat itself as it likes. */
  readonly detectLoops: boolean;
}

/** `message` is what was received, also where it failed half-way. `detail` says how it ended, in the service's words. */
export interface TurnOutcome {
  readonly message: AssistantMessage;
  readonly failure?: ModelFailure;
  readonly detail?: string;
  /** The answer was cut off because its text went round in circles. */
  readonly repetition?: Repetition;
}

/** One answer of the model: sends the request and turns its stream into events. Never rejects. */
export async function runTurn(context: TurnContext, request: ModelRequest, signal: AbortSignal): Promise<TurnOutcome> {
  const { generator, newId, now } = context;
  const id = newId();
  let folded = emptyChat();
  const emit = (event: AgentEvent) => {
    folded = applyEvent(folded, event);
    context.emit(event);
  };
  const finish = (end: AnswerEnd, rest: Omit<TurnOutcome, 'message'>): TurnOutcome => {
    emit({ type: 'message-finished', messageId: id, end, ...(usage && { usage }) });
    return { message: folded.messages.at(-1) as AssistantMessage, ...rest };
  };
  let usage: Usage | undefined;
  let watch = new TextWatch();
  emit({ type: 'message', message: { id, at: now(), role: 'assistant', model: request.model, parts: [] } });
  for await (const event of generator.stream(request, signal)) {
    switch (event.type) {
      case 'part':
        if (event.part.type === 'text' && event.part.signature === undefined) {
          emit({ type: 'delta', messageId: id, text: event.part.text });
          const repetition = context.detectLoops ? watch.add(event.part.text) : undefined;
          // Leaving the stream ends the request.
          if (repetition) return finish('interrupted', { repetition });
        } else {
          watch = new TextWatch();
          emit({ type: 'part', messageId: id, part: event.part });
        }
        break;
      case 'usage':
        usage = event.usage;
        break;
      case 'retry': {
        watch = new TextWatch();
        const { attempt, maxAttempts, delayMs, failure, model } = event;
        const reason = failure.message;
        const changed = model === undefined ? {} : { model };
        emit({ type: 'retry', messageId: id, attempt, maxAttempts, delayMs, at: now(), reason, ...changed });
        break;
      }
      case 'finished':
        return finish(event.end, event.detail === undefined ? {} : { detail: event.detail });
      case 'failed':
        return finish(event.failure.kind === 'cancelled' ? 'interrupted' : 'failed', { failure: event.failure });
      default:
        event satisfies never;
    }
  }
  throw new Error('The content generator ended without saying how.');
}
