import type { After } from '../../src/gemini/patience';

/** Time that passes when it is told to. */
export class ManualClock {
  private now = 0;
  private readonly due = new Map<() => void, number>();

  readonly after: After = (ms, run) => {
    const once = () => run();
    this.due.set(once, this.now + ms);
    return () => void this.due.delete(once);
  };

  /** Resolves when a test holds that what comes from elsewhere will make true. */
  async until(test: () => boolean): Promise<void> {
    while (!test()) await new Promise(setImmediate);
  }

  hasTimer(ms: number): boolean {
    return [...this.due.values()].some(time => time === this.now + ms);
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
