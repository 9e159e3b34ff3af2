import { addUsage, noUsage } from '../shared/chatState';
import type { AgentEvent } from '../shared/events';
import type { AssistantMessage, ToolResult, Usage } from '../shared/messages';

/** What requests took, of a model or of a role of it. */
interface Requests {
  requests: number;
  errors: number;
  latencyMs: number;
  usage: Usage;
}

interface ModelStats extends Requests {
  readonly roles: Map<string, Requests>;
}

/** Who let calls run: the user, with changes of theirs or without, or what decided in their place. */
interface Decisions {
  accept: number;
  reject: number;
  modify: number;
  auto_accept: number;
}

interface ToolStats {
  count: number;
  success: number;
  fail: number;
  durationMs: number;
  readonly decisions: Decisions;
}

const MAIN = 'main';
const SUBAGENT = 'subagent';
/** Jobs by the roles that Gemini CLI counts them under; others are its tools'. */
const ROLES: Readonly<Record<string, string>> = {
  summary: 'utility_compressor',
  nextSpeaker: 'utility_next_speaker',
  loopCheck: 'utility_loop_detector',
  loopConfirm: 'utility_loop_detector',
  classifier: 'utility_router',
  editFixer: 'utility_edit_corrector',
};

/** What a run has used so far, gathered from its events. */
export class RunStats {
  readonly models: Map<string, ModelStats>;
  readonly tools: Map<string, ToolStats>;
  readonly #lines: { added: number; removed: number };
  readonly #role: string;
  /** What counts for each agent at work, by call. */
  readonly #agents = new Map<string, RunStats>();
  #answer: AssistantMessage | undefined;
  #sentAt = 0;
  readonly #decided = new Map<string, keyof Decisions>();

  /** `whole`: what it counts for as well, being of an agent. */
  constructor(
    private readonly now: () => number = Date.now,
    whole?: RunStats,
  ) {
    this.models = whole?.models ?? new Map<string, ModelStats>();
    this.tools = whole?.tools ?? new Map<string, ToolStats>();
    this.#lines = whole ? whole.#lines : { added: 0, removed: 0 };
    this.#role = whole ? SUBAGENT : MAIN;
  }

  take(event: AgentEvent): void {
    switch (event.type) {
      case 'message':
        if (event.message.role === 'assistant') this.#begin(event.message);
        else if (event.message.role === 'tool') event.message.results.forEach(result => this.#countTool(result));
        break;
      case 'retry':
        this.#retry(event);
        break;
      case 'message-finished':
        if (this.#answer) this.#end(event.usage, event.end === 'failed');
        break;
      case 'compressed':
        if (this.#answer && event.usage)
          for (const each of this.#counted(this.#answer.model, 'utility_compressor')) addTo(each, event.usage);
        break;
      case 'asked':
        for (const each of this.#counted(event.model, ROLES[event.job] ?? 'utility_tool')) {
          each.requests += 1 + (event.repeats ?? 0);
          addTo(each, event.usage);
        }
        break;
      case 'tool-state':
        if (event.approvalSource && !this.#decided.has(event.callId))
          this.#decided.set(event.callId, event.approvalSource.by === 'person' ? 'accept' : 'auto_accept');
        break;
      case 'approval-settled':
        if (event.verdict.decision === 'accept' && (event.verdict.edited ?? event.verdict.editedAll) !== undefined)
          this.#decided.set(event.callId, 'modify');
        break;
      case 'agent-started':
        this.#agents.set(event.callId, new RunStats(this.now, this));
        break;
      case 'agent':
        this.#agents.get(event.callId)?.take(event.event);
        break;
      default: // is nothing that is counted
    }
  }

  #begin(answer: AssistantMessage): void {
    this.#answer = answer;
    this.#sentAt = this.now();
    for (const each of this.#counted(answer.model, this.#role)) each.requests++;
  }

  #retry({ usage, model, delayMs }: Extract<AgentEvent, { type: 'retry' }>): void {
    if (!this.#answer) return;
    this.#end(usage, true);
    this.#begin({ ...this.#answer, model: model ?? this.#answer.model });
    this.#sentAt += delayMs;
  }

  #end(usage: Usage | undefined, isFailed: boolean): void {
    const latency = Math.max(0, this.now() - this.#sentAt);
    for (const each of this.#counted(this.#answer?.model ?? '', this.#role)) {
      each.latencyMs += latency;
      if (isFailed) each.errors++;
      if (usage) addTo(each, usage);
    }
  }

  /** The counters of a model: its own, and those of a role. */
  #counted(name: string, role: string): readonly Requests[] {
    const model = this.models.get(name) ?? { ...none(), roles: new Map<string, Requests>() };
    this.models.set(name, model);
    const own = model.roles.get(role) ?? none();
    model.roles.set(role, own);
    return [model, own];
  }

  #countTool({ callId, name, status, durationMs = 0, display }: ToolResult): void {
    const stats = this.tools.get(name) ?? { count: 0, success: 0, fail: 0, durationMs: 0, decisions: undecided() };
    this.tools.set(name, stats);
    stats.count++;
    stats.durationMs += durationMs;
    if (status === 'success') stats.success++;
    else stats.fail++;
    const decision = status === 'rejected' ? 'reject' : this.#decided.get(callId);
    if (decision) stats.decisions[decision]++;
    const edits = display?.type === 'edit' ? [display] : display?.type === 'edits' ? display.edits : [];
    for (const { added, removed } of edits) {
      this.#lines.added += added;
      this.#lines.removed += removed;
    }
  }

  /** The shape of `stats` in the `json` format. */
  toJson() {
    const models = [...this.models].map(([name, { roles, ...all }]) => {
      const { totalRequests, totalErrors, totalLatencyMs, tokens } = requestsIn(all);
      const api = { totalRequests, totalErrors, totalLatencyMs };
      const byRole = Object.fromEntries([...roles].map(([role, each]) => [role, requestsIn(each)]));
      return [name, { api, tokens, roles: byRole, ...costIn(all.usage) }] as const;
    });
    const tools = [...this.tools.values()];
    const sum = (key: Exclude<keyof ToolStats, 'decisions'>) => tools.reduce((total, each) => total + each[key], 0);
    const decisions = undecided();
    for (const key of Object.keys(decisions) as (keyof Decisions)[])
      decisions[key] = tools.reduce((total, each) => total + each.decisions[key], 0);
    return {
      models: Object.fromEntries(models),
      tools: {
        totalCalls: sum('count'),
        totalSuccess: sum('success'),
        totalFail: sum('fail'),
        totalDurationMs: sum('durationMs'),
        totalDecisions: decisions,
        byName: Object.fromEntries(this.tools),
      },
      files: { totalLinesAdded: this.#lines.added, totalLinesRemoved: this.#lines.removed },
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

function none(): Requests {
  return { requests: 0, errors: 0, latencyMs: 0, usage: noUsage };
}

function undecided(): Decisions {
  return { accept: 0, reject: 0, modify: 0, auto_accept: 0 };
}

function addTo(counter: Requests, usage: Usage): void {
  counter.usage = addUsage(counter.usage, usage);
}

function requestsIn({ requests, errors, latencyMs, usage }: Requests) {
  const { input, output, cached, thoughts, total } = usage;
  return {
    totalRequests: requests,
    totalErrors: errors,
    totalLatencyMs: latencyMs,
    tokens: {
      input: input - cached,
      prompt: input,
      candidates: output,
      total,
      cached,
      thoughts,
      // What tools of the service gave their models is in no other count.
      tool: Math.max(0, total - input - output - thoughts),
    },
  };
}
