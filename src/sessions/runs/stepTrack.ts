import { addUsage } from '../../shared/chatState';
import type { AgentEvent, ToolCallState } from '../../shared/events';
import type { AnswerEnd, Usage } from '../../shared/messages';
import type { Step, StepStatus } from './run';

/** The steps of a run or of a subagent, in the order they started. A call starts after the wait for its approval. */
export class StepTrack {
  readonly #steps: Step[] = [];
  /** Indexes of the steps of calls, and of the steps that wait for their approval. */
  readonly #calls = new Map<string, number>();
  readonly #waits = new Map<string, number>();
  readonly #agents = new Map<string, StepTrack>();
  #request: number | undefined;
  #compaction: number | undefined;

  get steps(): readonly Step[] {
    return this.#inOrder().map(step => {
      const agent = step.kind === 'tool' && step.callId !== undefined ? this.#agents.get(step.callId) : undefined;
      return agent ? { ...step, steps: agent.steps } : step;
    });
  }

  #inOrder(): readonly Step[] {
    const waits = this.#steps.filter(({ kind }) => kind === 'waiting');
    return this.#steps.flatMap(step => {
      if (step.kind === 'waiting') return [];
      return step.kind === 'tool' ? [...waits.filter(({ callId }) => callId === step.callId), step] : [step];
    });
  }

  /** Applies an event; `now` is the latest known time. Returns the tokens that models used for it, if any. */
  take(event: AgentEvent, now: number): Usage | undefined {
    switch (event.type) {
      case 'message':
        if (event.message.role === 'assistant') this.#ask(event.message.model, event.message.at);
        return undefined;
      case 'retry':
        this.#end(this.#request, event.at, 'void', event);
        this.#request = this.#begin({
          ...{ kind: 'request', name: event.model ?? this.#model, startedAt: event.at + event.delayMs },
        });
        return event.usage;
      case 'message-finished':
        this.#end(this.#request, event.at ?? now, answered(event.end), event);
        this.#request = undefined;
        return event.usage;
      case 'tool-state':
        this.#call(event);
        return undefined;
      case 'compressing':
        this.#compaction = this.#begin({ kind: 'compaction', name: 'compaction', startedAt: now });
        return undefined;
      case 'compressed':
        this.#compaction ??= this.#begin({ kind: 'compaction', name: 'compaction', startedAt: now });
        this.#end(this.#compaction, now, 'success', event);
        this.#compaction = undefined;
        return event.usage;
      case 'asked': {
        const { job, model, usage } = event;
        this.#end(this.#begin({ kind: 'job', name: job, model, startedAt: now }), now, 'success', { usage });
        return usage;
      }
      case 'agent-started':
        this.#agents.set(event.callId, new StepTrack());
        return undefined;
      case 'agent':
        return this.#ofAgent(event, now);
      default:
        return undefined;
    }
  }

  /** Ends all open steps; returns false if there were none. */
  cut(at: number): boolean {
    const open = this.#steps.flatMap(({ endedAt }, place) => (endedAt === undefined ? [place] : []));
    for (const place of open) this.#end(place, at, 'cancelled');
    const inner = [...this.#agents.values()].map(agent => agent.cut(at));
    return open.length > 0 || inner.includes(true);
  }

  get #model(): string {
    return this.#steps.findLast(({ kind }) => kind === 'request')?.name ?? '';
  }

  #ask(name: string, startedAt: number): void {
    this.#end(this.#compaction, startedAt, 'success');
    this.#compaction = undefined;
    this.#request = this.#begin({ kind: 'request', name, startedAt });
  }

  #call({ callId, state, at, name, title }: Extract<AgentEvent, { type: 'tool-state' }>): void {
    const place = this.#calls.get(callId) ?? this.#begin({ kind: 'tool', name: name ?? '', callId, startedAt: at });
    this.#calls.set(callId, place);
    this.#update(place, { ...(name !== undefined && { name }), ...(title !== undefined && { title }) });
    if (state === 'awaitingApproval') this.#wait(callId, place, at);
    else this.#answered(callId, place, state, at);
    // The time before it ran doesn't count as the tool's.
    if (state === 'executing') this.#update(place, { startedAt: at });
    const ending = endingOf(state);
    if (ending) this.#end(place, at, ending);
  }

  #wait(callId: string, place: number, startedAt: number): void {
    const step = this.#steps[place];
    if (!step || this.#waits.has(callId)) return;
    const { name, title } = step;
    const about = { name, ...(title !== undefined && { title }), callId };
    this.#waits.set(callId, this.#begin({ kind: 'waiting', ...about, startedAt }));
  }

  #answered(callId: string, place: number, state: ToolCallState, at: number): void {
    const wait = this.#waits.get(callId);
    if (wait === undefined) return;
    this.#waits.delete(callId);
    this.#end(wait, at, state === 'rejected' || state === 'cancelled' ? state : 'success');
    this.#update(place, { startedAt: at });
  }

  #ofAgent({ callId, event }: Extract<AgentEvent, { type: 'agent' }>, now: number): Usage | undefined {
    const agent = this.#agents.get(callId);
    if (event.type === 'run-finished') agent?.cut(now);
    const used = agent?.take(event, now);
    const place = this.#calls.get(callId) ?? -1;
    const before = this.#steps[place]?.usage;
    if (used) this.#update(place, { usage: before ? addUsage(before, used) : used });
    return used;
  }

  #begin(step: Omit<Step, 'status'>): number {
    return this.#steps.push({ ...step, status: 'running' }) - 1;
  }

  #end(place: number | undefined, endedAt: number, status: StepStatus, took: Took = {}): void {
    const step = this.#steps[place ?? -1];
    if (!step || place === undefined || step.endedAt !== undefined) return;
    const { usage, failure } = took;
    const more = { ...(usage && { usage }), ...(failure && { failure }) };
    this.#update(place, { endedAt: Math.max(step.startedAt, endedAt), status, ...more });
  }

  #update(place: number, change: Partial<Step>): void {
    const step = this.#steps[place];
    if (step) this.#steps[place] = { ...step, ...change };
  }
}

type Took = Pick<Step, 'usage' | 'failure'>;

function answered(end: AnswerEnd): StepStatus {
  if (end === 'interrupted') return 'cancelled';
  return end === 'failed' || end === 'blocked' ? 'error' : 'success';
}

function endingOf(state: ToolCallState): StepStatus | undefined {
  return state === 'success' || state === 'error' || state === 'rejected' || state === 'cancelled' ? state : undefined;
}
