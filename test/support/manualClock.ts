import type { After, Timers } from '../../src/agent/ports/timers';

/** Time that passes when it is told to. */
export class ManualClock implements Timers {
  private now = 0;
  private readonly due = new Map<() => void, number>();

  readonly after: After = (ms, run) => {
    const once = () => run();
    this.due.set(once, this.now + ms);
    return () => void this.due.delete(once);
  };

  readonly elapsed = () => this.now;

  /** Resolves when a test holds that what comes from elsewhere will make true. */
  async until(test: () => boolean): Promise<void> {
    while (!test()) await new Promise(setImmediate);
  }

  hasTimer(ms: number): boolean {
    return [...this.due.values()].some(time => time === this.now + ms);
  }

  /** Passes the time until the next timer, and that one's moment; none does nothing. */
  passToNext(): void {
    if (this.due.size > 0) this.pass(Math.min(...this.due.values()) - this.now);
  }

  pass(ms: number): void {
    this.now += ms;
    for (const [run, time] of [...this.due]) {
      if (time > this.now) continue;
      this.due.delete(run);
      run();
    }
  }
}
