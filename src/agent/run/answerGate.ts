import type { Spent } from '../ports/dayLedger';
import type { Budgets } from '../ports/sessionSettings';
import type { BudgetCheck, Spending } from './budget';

/**
 * Admits the answers of several sessions that share a budget: one may begin only if the budget would not be used up by
 * those that are under way, so that together they pass it by no more than one answer.
 */
export class AnswerGate {
  readonly #open = new Map<object, Spent>();
  readonly #waiting = new Set<() => void>();

  constructor(
    private readonly spending: Spending,
    private readonly budgets: () => Budgets,
    private readonly now: () => number,
  ) {}

  /** Resolves when an answer of `session`, which takes `most` at most, may begin, or with why not; also on abort. */
  async enter(session: object, most: () => Spent, signal: AbortSignal): Promise<BudgetCheck> {
    for (;;) {
      const check = this.spending.check(this.budgets(), this.now);
      if (check || signal.aborted) return check;
      const others = [...this.#open].filter(([each]) => each !== session).map(([, spent]) => spent);
      if (others.length === 0 || !this.spending.check(this.budgets(), this.now, others)) {
        this.#open.set(session, most());
        return undefined;
      }
      await this.#next(signal);
    }
  }

  /** The answer has ended, and what it took has been counted. */
  leave(session: object): void {
    if (!this.#open.delete(session)) return;
    for (const wake of [...this.#waiting]) wake();
  }

  #next(signal: AbortSignal): Promise<void> {
    return new Promise(resolve => {
      const wake = () => {
        this.#waiting.delete(wake);
        signal.removeEventListener('abort', wake);
        resolve();
      };
      this.#waiting.add(wake);
      signal.addEventListener('abort', wake, { once: true });
    });
  }
}
