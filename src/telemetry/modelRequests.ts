import type { AgentEvent } from '../shared/events';
import type { AssistantMessage } from '../shared/messages';
import { failedSignals, requestSignals, type Request } from './requestSignals';
import { log, metric, word, type Signal, type SpanData } from './signals';

/** Creates the signals for the requests of a conversation, of which only one is in progress at a time. */
export class ModelRequests {
  #request: Request | undefined;
  #routed: { readonly latencyMs: number } | undefined;

  constructor(
    private readonly role: 'main' | 'subagent',
    private readonly promptId: () => string,
  ) {}

  /** The next request goes to a model that the classifier has chosen. */
  routed(latencyMs: number): void {
    this.#routed = { latencyMs };
  }

  /** An assistant message begins. */
  ask({ model }: AssistantMessage, now: number): readonly Signal[] {
    const routed = this.#routed;
    this.#routed = undefined;
    const signals = this.#send(word(model), now, 1);
    if (!routed) return signals;
    const { latencyMs } = routed;
    const decided = { decision_model: word(model), decision_source: 'classifier' };
    return [
      log('gemini_cli.model_routing', now, { ...decided, routing_latency_ms: latencyMs, failed: false }),
      metric('gemini_cli.model_routing.latency', latencyMs, decided),
      ...signals,
    ];
  }

  #send(model: string, at: number, attempt: number): readonly Signal[] {
    this.#request = { model, at, attempt, role: this.role, promptId: this.promptId() };
    return [log('gemini_cli.api_request', at, { model, prompt_id: this.promptId(), role: this.role })];
  }

  retry(event: Extract<AgentEvent, { type: 'retry' }>, now: number): readonly Signal[] {
    const request = this.#request;
    if (!request) return [];
    const { model, promptId } = request;
    const failure = event.failure ?? { kind: 'other' };
    const isContent = failure.kind === 'badStream';
    const attempt = {
      ...{ model, prompt_id: promptId, attempt: event.attempt },
      ...{ error_type: word(failure.kind), retry_delay_ms: event.delayMs },
    };
    const next = word(event.model ?? model);
    return [
      ...failedSignals(request, failure, now),
      ...(isContent
        ? [
            log('gemini_cli.chat.invalid_chunk', now, { model, prompt_id: promptId }),
            metric('gemini_cli.chat.invalid_chunk.count', 1),
            log('gemini_cli.chat.content_retry', now, attempt),
            metric('gemini_cli.chat.content_retry.count', 1),
          ]
        : [log('gemini_cli.network_retry_attempt', now, attempt)]),
      ...(next === model ? [] : [log('gemini_cli.flash_fallback', now, { model: next, prompt_id: promptId })]),
      ...this.#send(next, now + event.delayMs, event.attempt),
    ];
  }

  answered(
    event: Extract<AgentEvent, { type: 'message-finished' }>,
    now: number,
  ): { readonly signals: readonly Signal[]; readonly span: SpanData } | undefined {
    const request = this.#request;
    this.#request = undefined;
    return request && requestSignals(request, event, now);
  }
}

/** Signals for a request outside the conversation; it counts as a request too. */
export function askedSignals(
  { job, model: name, usage, repeats = 0 }: Extract<AgentEvent, { type: 'asked' }>,
  promptId: string,
  now: number,
): readonly Signal[] {
  const model = word(name);
  const about = { prompt_id: promptId, model };
  const { signals } = requestSignals(
    { model, at: now, attempt: 1, role: word(job), promptId },
    { end: 'stop', usage },
    now,
  );
  return [
    log('gemini_cli.api_request', now, { ...about, role: word(job) }),
    ...signals,
    ...(repeats > 0 ? [log('gemini_cli.malformed_json_response', now, { model, repeats })] : []),
    ...(job === 'nextSpeaker' ? [log('gemini_cli.next_speaker_check', now, about)] : []),
    ...(job === 'loopCheck' || job === 'loopConfirm' ? [log('gemini_cli.llm_loop_check', now, about)] : []),
    ...(job === 'editFixer' ? [log('gemini_cli.edit_correction', now, { correction: 'model' })] : []),
  ];
}
