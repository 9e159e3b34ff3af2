import { addUsage, NO_USAGE } from '../shared/chatState';
import type { AgentEvent } from '../shared/events';
import type { AssistantMessage, ToolResult, Usage } from '../shared/messages';
import {
  statsJson,
  statsLine,
  undecided,
  type Counted,
  type Decisions,
  type ModelStats,
  type Requests,
  type ToolStats,
} from './statsFormats';

const MAIN = 'main';
const SUBAGENT = 'subagent';
/** Gemini CLI's roles for our jobs; any other job counts as `utility_tool`. */
const ROLES: Readonly<Record<string, string>> = {
  summary: 'utility_compressor',
  nextSpeaker: 'utility_next_speaker',
  loopCheck: 'utility_loop_detector',
  loopConfirm: 'utility_loop_detector',
  classifier: 'utility_router',
  editFixer: 'utility_edit_corrector',
};

/** The usage statistics of a run, collected from its events. */
export class RunStats {
  readonly models: Map<string, ModelStats>;
  readonly tools: Map<string, ToolStats>;
  readonly #lines: { added: number; removed: number };
  readonly #role: string;
  /** The statistics of each subagent at work, by call id. */
  readonly #agents = new Map<string, RunStats>();
  #answer: AssistantMessage | undefined;
  #sentAt = 0;
  readonly #decided = new Map<string, keyof Decisions>();

  /** `whole`: the statistics of the parent run, which a subagent's count towards. */
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
          this.#decided.set(event.callId, event.approvalSource.by === 'user' ? 'accept' : 'auto_accept');
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
      default: // not counted
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

  /** The counters to update: that of the model, and that of the model's role. */
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

  /** The `stats` field of the `json` format. */
  toJson() {
    return statsJson(this.#counts());
  }

  /** The `stats` field in the `result` line of `stream-json`. */
  toLine(durationMs: number) {
    return statsLine(this.#counts(), durationMs);
  }

  #counts(): Counted {
    return { models: this.models, tools: this.tools, lines: this.#lines };
  }
}

function none(): Requests {
  return { requests: 0, errors: 0, latencyMs: 0, usage: NO_USAGE };
}

function addTo(counter: Requests, usage: Usage): void {
  counter.usage = addUsage(counter.usage, usage);
}
