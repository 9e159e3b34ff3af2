import { innerCallId } from '../../shared/callAddress';
import type { AgentEvent } from '../../shared/events';
import type { Usage } from '../../shared/messages';
import type { DayLedger, Spent } from '../ports/dayLedger';
import type { Budget, Budgets } from '../ports/sessionSettings';

/** A budget that is used up. */
export interface Overrun {
  readonly scope: keyof Budgets;
  readonly unit: keyof Budget;
  readonly used: number;
  readonly limit: number;
  /** For requests: how many of them only chose the model. Absent: none, or not counted. */
  readonly choosing?: number;
}

/** An `Overrun`, or one sentence that says why the usage is not known; undefined: within all budgets. */
export type BudgetCheck = Overrun | { readonly unknown: string } | undefined;

const MINUTE = 60_000;
const NOTHING: Spent = { tokens: 0, money: 0, requests: 0, ms: 0 };
const UNITS = ['tokens', 'money', 'requests', 'minutes'] as const satisfies readonly (keyof Budget)[];

/** A session's usage, counted from its events. Time spent waiting for the user does not count. */
export class Spending {
  #prompt = NOTHING;
  #session: Spent;
  /** When the agent began to work, in milliseconds since the epoch; undefined while it is idle or waiting. */
  #since: number | undefined;
  /** Requests that only chose the model, in the prompt and in the session. */
  #choosing = { prompt: 0, session: 0 };
  readonly #waiting = new Set<string>();

  /** `before`: the earlier usage of a session that is being resumed. */
  constructor(
    private readonly day: DayLedger,
    before: Partial<Spent> = {},
  ) {
    this.#session = { ...NOTHING, ...before };
  }

  take(event: AgentEvent): void {
    switch (event.type) {
      case 'run-started':
        this.#prompt = NOTHING;
        this.#choosing = { ...this.#choosing, prompt: 0 };
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
        this.#add({ requests: 1, ...(event.usage && spentOn(event.usage)) });
        break;
      case 'asked': {
        const requests = 1 + (event.repeats ?? 0);
        this.#add({ requests, ...spentOn(event.usage) });
        if (event.job === 'classifier') this.#choose(requests);
        break;
      }
      case 'message-finished':
      case 'compressed':
        if (event.usage) this.#add(spentOn(event.usage));
        break;
      case 'tool-state':
        this.#wait(event.callId, event.state === 'awaitingApproval', event.at);
        break;
      case 'agent':
        this.#takeOfAgent(event.callId, event.event);
        break;
      default: // other events carry no usage
    }
  }

  /**
   * The budget that is used up at the time `now`, if any, or that would be with the `pending` usage added; the prompt's
   * first. The day's usage is read only if the day has a budget.
   */
  check(budgets: Budgets, now: () => number, pending: readonly Spent[] = []): BudgetCheck {
    const running = () => (this.#since === undefined ? 0 : now() - this.#since);
    const within = (spent: Spent) => pending.reduce(sumOf, spent);
    const overrun =
      overrunOf('prompt', within(this.#prompt), running, budgets) ??
      overrunOf('session', within(this.#session), running, budgets);
    if (overrun) return this.#withChoosing(overrun);
    if (UNITS.every(unit => budgets.day[unit] <= 0)) return undefined;
    const day = this.day.sum();
    return day.ok ? overrunOf('day', within(day.spent), running, budgets) : { unknown: day.message };
  }

  /** The user allows it to continue: the session, or the day, gets its budget once more. */
  grant(scope: 'session' | 'day'): void {
    if (scope === 'day') {
      this.day.grant();
      return;
    }
    this.#session = NOTHING;
    this.#choosing = { ...this.#choosing, session: 0 };
  }

  /** An agent's run is part of its caller's run, which alone begins and ends. */
  #takeOfAgent(callId: string, event: AgentEvent): void {
    if (event.type === 'run-started' || event.type === 'run-finished') return;
    if (event.type === 'tool-state') this.take({ ...event, callId: innerCallId(callId, event.callId) });
    else this.take(event);
  }

  #choose(requests: number): void {
    const { prompt, session } = this.#choosing;
    this.#choosing = { prompt: prompt + requests, session: session + requests };
  }

  #withChoosing(overrun: Overrun): Overrun {
    const choosing = overrun.scope === 'day' || overrun.unit !== 'requests' ? 0 : this.#choosing[overrun.scope];
    return choosing > 0 ? { ...overrun, choosing } : overrun;
  }

  #add(more: Partial<Spent>): void {
    const spent = { ...NOTHING, ...more };
    this.#prompt = sumOf(this.#prompt, spent);
    this.#session = sumOf(this.#session, spent);
    this.day.add(spent);
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

export function sumOf(a: Spent, b: Spent): Spent {
  return {
    tokens: a.tokens + b.tokens,
    money: a.money + b.money,
    requests: a.requests + b.requests,
    ms: a.ms + b.ms,
  };
}

function overrunOf(scope: keyof Budgets, spent: Spent, running: () => number, budgets: Budgets): Overrun | undefined {
  const budget = budgets[scope];
  const used: Budget = { ...spent, minutes: budget.minutes > 0 ? (spent.ms + running()) / MINUTE : 0 };
  const unit = UNITS.find(each => budget[each] > 0 && used[each] >= budget[each]);
  return unit && { scope, unit, used: used[unit], limit: budget[unit] };
}

function spentOn({ total, cost = 0 }: Usage): Pick<Spent, 'tokens' | 'money'> {
  return { tokens: total, money: cost };
}
