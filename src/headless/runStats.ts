import { addUsage, noUsage } from '../shared/chatState';
import type { AgentEvent } from '../shared/events';
import type { AssistantMessage, ToolResult, Usage } from '../shared/messages';

interface ModelStats {
  requests: number;
  usage: Usage;
}

interface ToolStats {
  count: number;
  success: number;
  fail: number;
  durationMs: number;
}

/** What a run has used so far, gathered from its events. */
export class RunStats {
  readonly models = new Map<string, ModelStats>();
  readonly tools = new Map<string, ToolStats>();
  linesAdded = 0;
  linesRemoved = 0;
  #answer: AssistantMessage | undefined;

  take(event: AgentEvent): void {
    if (event.type === 'message' && event.message.role === 'assistant') {
      this.#answer = event.message;
      this.#model(event.message.model).requests++;
    } else if (event.type === 'retry' && this.#answer) {
      const failed = this.#model(this.#answer.model);
      if (event.usage) failed.usage = addUsage(failed.usage, event.usage);
      this.#answer = { ...this.#answer, model: event.model ?? this.#answer.model };
      this.#model(this.#answer.model).requests++;
    } else if ((event.type === 'message-finished' || event.type === 'compressed') && event.usage && this.#answer) {
      const stats = this.#model(this.#answer.model);
      stats.usage = addUsage(stats.usage, event.usage);
    } else if (event.type === 'asked') {
      const stats = this.#model(event.model);
      stats.requests += 1 + (event.repeats ?? 0);
      stats.usage = addUsage(stats.usage, event.usage);
    } else if (event.type === 'message' && event.message.role === 'tool') {
      event.message.results.forEach(result => this.#countTool(result));
    }
  }

  #model(name: string): ModelStats {
    const known = this.models.get(name);
    if (known) return known;
    const stats: ModelStats = { requests: 0, usage: noUsage };
    this.models.set(name, stats);
    return stats;
  }

  #countTool({ name, status, durationMs = 0, display }: ToolResult): void {
    const stats = this.tools.get(name) ?? { count: 0, success: 0, fail: 0, durationMs: 0 };
    this.tools.set(name, stats);
    stats.count++;
    stats.durationMs += durationMs;
    if (status === 'success') stats.success++;
    else stats.fail++;
    if (display?.type !== 'edit') return;
    this.linesAdded += display.added;
    this.linesRemoved += display.removed;
  }

  /** The shape of `stats` in the `json` format. */
  toJson() {
    const models = [...this.models].map(([name, { requests, usage }]) => [
      name,
      {
        api: { totalRequests: requests },
        tokens: {
          input: usage.input - usage.cached,
          prompt: usage.input,
          candidates: usage.output,
          total: usage.total,
          cached: usage.cached,
          thoughts: usage.thoughts,
        },
        ...costIn(usage),
      },
    ]);
    const tools = [...this.tools.values()];
    const sum = (key: keyof ToolStats) => tools.reduce((total, each) => total + each[key], 0);
    return {
      models: Object.fromEntries(models) as Record<string, unknown>,
      tools: {
        totalCalls: sum('count'),
        totalSuccess: sum('success'),
        totalFail: sum('fail'),
        totalDurationMs: sum('durationMs'),
        byName: Object.fromEntries(this.tools),
      },
      files: { totalLinesAdded: this.linesAdded, totalLinesRemoved: this.linesRemoved },
    };
  }

  /** The shape of `stats` in the `result` line of `stream-json`. */
  toLine(durationMs: number) {
    const all = [...this.models.values()].map(({ usage }) => usage);
    const usage = all.reduce(addUsage, noUsage);
    const sum = (key: keyof Omit<Usage, 'cost'>) => usage[key];
    return {
      total_tokens: sum('total'),
      input_tokens: sum('input'),
      output_tokens: sum('output'),
      cached: sum('cached'),
      input: sum('input') - sum('cached'),
      duration_ms: durationMs,
      ...costIn(usage),
      tool_calls: [...this.tools.values()].reduce((total, { count }) => total + count, 0),
      models: Object.fromEntries(
        [...this.models].map(([name, { usage }]) => [
          name,
          {
            total_tokens: usage.total,
            input_tokens: usage.input,
            output_tokens: usage.output,
            cached: usage.cached,
            input: usage.input - usage.cached,
            ...costIn(usage),
          },
        ]),
      ),
    };
  }
}

/** What Gemini CLI has no field for; absent where no price is known. */
function costIn({ cost }: Usage): object {
  return cost === undefined ? {} : { estimated_cost_usd: Number(cost.toFixed(6)) };
}
