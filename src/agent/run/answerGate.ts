import type { Spent } from '../ports/dayLedger';
import type { Budgets } from '../ports/sessionSettings';
import type { BudgetCheck, Spending } from './budget';

/**
 * Admits the answers of several sessions that share a budget. An answer may begin only if the answers in progress would
 * not use up the budget, so that together they exceed it by at most one answer.
 */
export class AnswerGate {
  readonly #open = new Map<object, Spent>();
  readonly #waiting = new Set<() => void>();

  constructor(
    private readonly spending: Spending,
    private readonly budgets: () => Budgets,
    private readonly now: () => number,
  ) {}

  /**
   * Resolves with undefined when an answer of `session`, which costs at most `most`, may begin, or with the reason why
   * it may not; resolves on abort too.
   */
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

  /** Call this when the answer has ended and its usage has been counted. */
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
