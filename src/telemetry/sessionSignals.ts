import type { AgentEvent, StopReason } from '../shared/events';
import type { AssistantMessage, ToolResult, UserMessage } from '../shared/messages';
import { AgentRuns } from './agentRuns';
import { failedSignals, requestSignals, type Request } from './requestSignals';
import { log, metric, word, type Signal, type SpanData } from './signals';
import { ToolCalls } from './toolCalls';

export interface SignalOptions {
  /** Whether the text of prompts is part of what is exported; nothing else ever is. */
  readonly logPrompts: boolean;
  /** Takes away what is shaped like a key. */
  readonly redact: (text: string) => string;
}

/** A run in progress. */
interface Run {
  readonly at: number;
  turns: number;
  spans: SpanData[];
}

/**
 * What is to be exported of a session, from its events in order. Only counts, times and names of a closed list leave it:
 * no text of a prompt, an answer, a file, a command or a path.
 */
export class SessionSignals {
  #prompts = 0;
  #run: Run | undefined;
  #request: Request | undefined;
  #compressingSince: number | undefined;
  #compressed: { readonly tokensBefore: number; readonly durationMs: number } | undefined;
  #routed: { readonly latencyMs: number } | undefined;
  #lastInput = 0;
  #masked: string | undefined;
  #hasBegun = false;
  readonly #calls: ToolCalls;
  readonly #agents: AgentRuns;

  constructor(
    private readonly sessionId: string,
    private readonly options: SignalOptions,
    private readonly role: 'main' | 'subagent' = 'main',
    private readonly parentPromptId?: () => string,
  ) {
    this.#calls = new ToolCalls(role, () => this.#promptId());
    this.#agents = new AgentRuns(() => new SessionSignals(sessionId, options, 'subagent', () => this.#promptId()));
  }

  /** `now`: when the event happened. */
  take(event: AgentEvent, now: number): readonly Signal[] {
    switch (event.type) {
      case 'run-started':
        return this.#begin(event.at);
      case 'message':
        return this.#message(event.message, now);
      case 'retry':
        return this.#retry(event, now);
      case 'message-finished':
        return this.#answered(event, now);
      case 'asked':
        return this.#asked(event, now);
      case 'compressing':
        this.#compressingSince = now;
        return [];
      case 'compressed':
        return this.#condensed(event, now);
      case 'rewound':
        return [log('gemini_cli.rewind', event.at, {})];
      case 'agent-started':
        return this.#agents.begin(event, now);
      case 'agent':
        return this.#agents.take(event, now);
      case 'run-finished':
        return this.#end(event.reason, event.at);
      case 'tool-state':
      case 'approval-requested':
      case 'approval-settled':
        return this.#calls.take(event, now);
      default: // is nothing that is exported
        return [];
    }
  }

  /** The spans of the last run that ended, for the session that it was part of. */
  takeSpans(): readonly SpanData[] {
    const spans = this.#spans;
    this.#spans = [];
    return spans;
  }
  #spans: readonly SpanData[] = [];

  #promptId(): string {
    return this.parentPromptId?.() ?? `${this.sessionId}########${this.#prompts}`;
  }

  #begin(at: number): readonly Signal[] {
    this.#run = { at, turns: 0, spans: [] };
    const isFirst = !this.#hasBegun && this.role === 'main';
    this.#hasBegun = true;
    return isFirst ? [metric('gemini_cli.session.count', 1)] : [];
  }

  #message(message: Extract<AgentEvent, { type: 'message' }>['message'], now: number): readonly Signal[] {
    if (message.role === 'assistant') return this.#ask(message, now);
    if (message.role === 'tool') return message.results.flatMap(result => this.#result(result, now));
    return message.role === 'user' && !message.isContext && this.role === 'main' ? this.#prompt(message) : [];
  }

  #prompt({ parts, at }: UserMessage): readonly Signal[] {
    this.#prompts++;
    const texts = parts.flatMap(part => (part.type === 'text' ? [part.text] : []));
    const text = texts.join('\n');
    return [
      log('gemini_cli.user_prompt', at, {
        prompt_length: text.length,
        prompt_id: this.#promptId(),
        ...(this.options.logPrompts && { prompt: this.options.redact(text) }),
      }),
    ];
  }

  #ask({ model }: AssistantMessage, now: number): readonly Signal[] {
    if (this.#run) this.#run.turns++;
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
    this.#request = { model, at, attempt, role: this.role, promptId: this.#promptId() };
    return [log('gemini_cli.api_request', at, { model, prompt_id: this.#promptId(), role: this.role })];
  }

  #retry(event: Extract<AgentEvent, { type: 'retry' }>, now: number): readonly Signal[] {
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

  #answered(event: Extract<AgentEvent, { type: 'message-finished' }>, now: number): readonly Signal[] {
    const request = this.#request;
    if (!request) return [];
    this.#request = undefined;
    const { signals, span } = requestSignals(request, event, now);
    this.#run?.spans.push(span);
    const compressed = event.usage ? this.#compressionTo(event.usage.input, now) : [];
    if (event.usage) this.#lastInput = event.usage.input;
    return [...compressed, ...signals];
  }

  /** Only the next answer tells how much is left. */
  #compressionTo(tokensAfter: number, now: number): readonly Signal[] {
    if (!this.#compressed) return [];
    const { tokensBefore, durationMs } = this.#compressed;
    this.#compressed = undefined;
    return [
      log('gemini_cli.chat_compression', now, {
        ...{ tokens_before: tokensBefore, tokens_after: tokensAfter, duration_ms: durationMs },
      }),
      metric('gemini_cli.chat_compression', 1, { tokens_before: tokensBefore, tokens_after: tokensAfter }),
    ];
  }

  #condensed({ condensed }: Extract<AgentEvent, { type: 'compressed' }>, now: number): readonly Signal[] {
    if (condensed.snapshot) {
      this.#compressed = {
        tokensBefore: this.#lastInput,
        durationMs: Math.max(0, now - (this.#compressingSince ?? now)),
      };
    }
    const isMasked = condensed.maskedThrough !== undefined && condensed.maskedThrough !== this.#masked;
    this.#masked = condensed.maskedThrough;
    return isMasked ? [log('gemini_cli.tool_output_masking', now, { prompt_id: this.#promptId() })] : [];
  }

  /** What was asked besides the conversation counts as requests, too. */
  #asked({ job, model: name, usage, repeats = 0 }: Extract<AgentEvent, { type: 'asked' }>, now: number) {
    const model = word(name);
    const about = { prompt_id: this.#promptId(), model };
    const request = { model, at: now, attempt: 1, role: word(job), promptId: this.#promptId() };
    const { signals } = requestSignals(request, { end: 'stop', usage }, now);
    if (job === 'classifier') this.#routed = { latencyMs: Math.max(0, now - (this.#run?.at ?? now)) };
    return [
      log('gemini_cli.api_request', now, { ...about, role: word(job) }),
      ...signals,
      ...(repeats > 0 ? [log('gemini_cli.malformed_json_response', now, { model, repeats })] : []),
      ...(job === 'nextSpeaker' ? [log('gemini_cli.next_speaker_check', now, about)] : []),
      ...(job === 'loopCheck' || job === 'loopConfirm' ? [log('gemini_cli.llm_loop_check', now, about)] : []),
      ...(job === 'editFixer' ? [log('gemini_cli.edit_correction', now, { correction: 'model' })] : []),
    ];
  }

  #result(result: ToolResult, now: number): readonly Signal[] {
    const ended = this.#agents.end(result, now);
    const { signals, span } = this.#calls.end(result, now, ended.spans);
    this.#run?.spans.push(span);
    return [...ended.signals, ...signals];
  }

  #end(reason: StopReason, at: number): readonly Signal[] {
    const run = this.#run;
    this.#run = undefined;
    this.#calls.forget();
    if (!run) return [];
    const promptId = this.#promptId();
    const loop = reason === 'loop' ? [log('loop_detected', at, { prompt_id: promptId })] : [];
    this.#spans = run.spans;
    if (this.role === 'subagent') return loop;
    const finished = { turn_count: run.turns, reason, prompt_id: promptId, duration_ms: at - run.at };
    return [
      ...loop,
      log('gemini_cli.conversation_finished', at, finished),
      {
        kind: 'trace',
        root: {
          name: 'invoke_agent pollux',
          start: run.at,
          end: at,
          isFailed: reason === 'failed',
          attributes: {
            'gen_ai.operation.name': 'invoke_agent',
            'gen_ai.agent.name': 'pollux',
            'gen_ai.conversation.id': this.sessionId,
            'pollux.stop_reason': reason,
          },
          children: run.spans,
        },
      },
    ];
  }
}
