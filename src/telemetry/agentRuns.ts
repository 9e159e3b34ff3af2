import type { AgentEvent } from '../shared/events';
import type { ToolResult } from '../shared/messages';
import { log, metric, word, type Signal, type SpanData } from './signals';

/** Creates the signals for one subagent's session. */
interface RunSignals {
  take(event: AgentEvent, now: number): readonly Signal[];
  /** The spans of runs that have ended since the last call. */
  takeSpans(): readonly SpanData[];
}

interface AgentRun {
  readonly name: string;
  readonly at: number;
  readonly signals: RunSignals;
  readonly spans: SpanData[];
  attempts: number;
  turns: number;
  reason: string;
}

/** Creates the signals for the subagents that work on calls of a session. */
export class AgentRuns {
  readonly #runs = new Map<string, AgentRun>();

  constructor(private readonly open: () => RunSignals) {}

  begin({ callId, agent }: Extract<AgentEvent, { type: 'agent-started' }>, now: number): readonly Signal[] {
    const name = word(agent.name);
    const counts = { attempts: 0, turns: 0, reason: 'cancelled' };
    this.#runs.set(callId, { name, at: now, signals: this.open(), spans: [], ...counts });
    return [log('gemini_cli.agent.start', now, { agent_name: name })];
  }

  take({ callId, event }: Extract<AgentEvent, { type: 'agent' }>, now: number): readonly Signal[] {
    const run = this.#runs.get(callId);
    if (!run) return [];
    const signals = run.signals.take(event, now);
    if (event.type === 'message' && event.message.role === 'assistant') run.turns++;
    if (event.type === 'run-finished') {
      run.reason = event.reason;
      run.spans.push(...run.signals.takeSpans());
    }
    // A second run of a subagent is an attempt to get a result from the work of its first.
    if (event.type !== 'run-started' || ++run.attempts < 2) return signals;
    return [log('gemini_cli.agent.recovery_attempt', now, { agent_name: run.name }), ...signals];
  }

  end(
    { callId, status }: ToolResult,
    now: number,
  ): { readonly signals: readonly Signal[]; readonly spans: readonly SpanData[] } {
    const run = this.#runs.get(callId);
    if (!run) return { signals: [], spans: [] };
    this.#runs.delete(callId);
    const duration = Math.max(0, now - run.at);
    const about = { agent_name: run.name };
    const reason = status === 'success' ? 'GOAL' : run.reason;
    const signals = [
      log('gemini_cli.agent.finish', now, {
        ...{ ...about, duration_ms: duration, turn_count: run.turns, terminate_reason: reason },
      }),
      metric('gemini_cli.agent.run.count', 1, { ...about, terminate_reason: reason }),
      metric('gemini_cli.agent.duration', duration, about),
      metric('gemini_cli.agent.turns', run.turns, about),
    ];
    return { signals, spans: run.spans };
  }
}
