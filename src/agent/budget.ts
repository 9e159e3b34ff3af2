import type { AgentEvent } from '../shared/events';

/** What may be used before Pollux stops; 0: as much as it takes. */
export interface Budget {
  readonly tokens: number;
  readonly requests: number;
  readonly minutes: number;
}

/** `prompt` is for one run: a prompt, or going on after a stop. */
export interface Budgets {
  readonly prompt: Budget;
  readonly session: Budget;
}

/** A budget that is used up. */
export interface Overrun {
  readonly scope: keyof Budgets;
  readonly unit: keyof Budget;
  readonly used: number;
  readonly limit: number;
}

interface Account {
  tokens: number;
  requests: number;
  /** Time of working, in milliseconds, without what runs since `since`. */
  ms: number;
}

const MINUTE = 60_000;

/** What a session has used, counted from its events. Time that is spent waiting for the person does not count. */
export class Spending {
  #prompt: Account = { tokens: 0, requests: 0, ms: 0 };
  #session: Account;
  /** Since when the agent works; undefined while it rests or waits. */
  #since: number | undefined;
  readonly #waiting = new Set<string>();

  /** `before`: what a session that is taken up again has used. */
  constructor(before: { readonly tokens: number; readonly requests: number } = { tokens: 0, requests: 0 }) {
    this.#session = { ...before, ms: 0 };
  }

  take(event: AgentEvent): void {
    switch (event.type) {
      case 'run-started':
        this.#prompt = { tokens: 0, requests: 0, ms: 0 };
        this.#waiting.clear();
        this.#since = event.at;
        break;
      case 'run-finished':
        this.#pause(event.at);
        break;
      case 'message':
        if (event.message.role === 'assistant') this.#add({ requests: 1 });
        break;
      case 'retry':
        this.#add({ requests: 1 });
        break;
      case 'message-finished':
      case 'compressed':
        this.#add({ tokens: event.usage?.total ?? 0 });
        break;
      case 'tool-state':
        this.#wait(event.callId, event.state === 'awaitingApproval', event.at);
        break;
      default: // says nothing about what is used
    }
  }

  /** The budget that is used up at the time `now`, if one is; the prompt's first. */
  overrun(budgets: Budgets, now: () => number): Overrun | undefined {
    for (const scope of ['prompt', 'session'] as const) {
      const { tokens, requests, ms } = scope === 'prompt' ? this.#prompt : this.#session;
      const budget = budgets[scope];
      const running = budget.minutes > 0 && this.#since !== undefined ? now() - this.#since : 0;
      const used: Budget = { tokens, requests, minutes: (ms + running) / MINUTE };
      const unit = (['tokens', 'requests', 'minutes'] as const).find(
        each => budget[each] > 0 && used[each] >= budget[each],
      );
      if (unit) return { scope, unit, used: used[unit], limit: budget[unit] };
    }
    return undefined;
  }

  /** The person lets the session go on: it gets its budget once more. */
  grant(): void {
    this.#session = { tokens: 0, requests: 0, ms: 0 };
  }

  #add({ tokens = 0, requests = 0, ms = 0 }: Partial<Account>): void {
    for (const account of [this.#prompt, this.#session]) {
      account.tokens += tokens;
      account.requests += requests;
      account.ms += ms;
    }
  }

  #wait(callId: string, isWaiting: boolean, at: number): void {
    if (isWaiting) {
      this.#waiting.add(callId);
      this.#pause(at);
    } else if (this.#waiting.delete(callId) && this.#waiting.size === 0) {
      this.#since ??= at;
    }
  }

  #pause(at: number): void {
    if (this.#since !== undefined) this.#add({ ms: at - this.#since });
    this.#since = undefined;
  }
}
