import type { AgentEvent, StopReason } from '../shared/events';
import type { ToolResult, UserMessage } from '../shared/messages';
import { AgentRuns } from './agentRuns';
import { Compressions } from './compressions';
import { askedSignals, ModelRequests } from './modelRequests';
import { log, metric, type Signal, type SpanData } from './signals';
import { ToolCalls } from './toolCalls';

export interface SignalOptions {
  /** Whether the text of prompts is exported; no other text ever is. */
  readonly logPrompts: boolean;
  /** Removes what is shaped like a key. */
  readonly redact: (text: string) => string;
}

/** A run in progress. */
interface Run {
  readonly at: number;
  turns: number;
  spans: SpanData[];
}

/**
 * Creates the signals for a session from its events in order. They contain only counts, times and names from a closed
 * list: no text of a prompt (unless `logPrompts` is set), an answer, a file, a command or a path.
 */
export class SessionSignals {
  #prompts = 0;
  #run: Run | undefined;
  #hasBegun = false;
  readonly #requests: ModelRequests;
  readonly #compressions = new Compressions();
  readonly #calls: ToolCalls;
  readonly #agents: AgentRuns;

  constructor(
    private readonly sessionId: string,
    private readonly options: SignalOptions,
    private readonly role: 'main' | 'subagent' = 'main',
    private readonly parentPromptId?: () => string,
  ) {
    this.#requests = new ModelRequests(role, () => this.#promptId());
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
        return this.#requests.retry(event, now);
      case 'message-finished':
        return this.#answered(event, now);
      case 'asked':
        return this.#asked(event, now);
      case 'compressing':
        this.#compressions.begin(now);
        return [];
      case 'compressed':
        return this.#compressions.end(event, this.#promptId(), now);
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
      default: // not exported
        return [];
    }
  }

  /** The spans of the last run that ended, for the parent session. */
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
    if (message.role === 'assistant') {
      if (this.#run) this.#run.turns++;
      return this.#requests.ask(message, now);
    }
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

  #answered(event: Extract<AgentEvent, { type: 'message-finished' }>, now: number): readonly Signal[] {
    const answered = this.#requests.answered(event, now);
    if (!answered) return [];
    this.#run?.spans.push(answered.span);
    const compressed = event.usage ? this.#compressions.answered(event.usage.input, now) : [];
    return [...compressed, ...answered.signals];
  }

  #asked(event: Extract<AgentEvent, { type: 'asked' }>, now: number): readonly Signal[] {
    if (event.job === 'classifier') this.#requests.routed(Math.max(0, now - (this.#run?.at ?? now)));
    return askedSignals(event, this.#promptId(), now);
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
