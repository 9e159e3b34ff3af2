/**
 * Something to be done in slices. `work` goes on until `deadline` (of `performance.now()`) and says what is left: nothing,
 * more, or more after so many milliseconds.
 */
export interface Job {
  work(deadline: number): 'done' | 'more' | number;
}

/** How long one frame may work; what is left waits for the next, so that typing and scrolling stay quick. */
const BUDGET_MS = 12;
/**
 * Text that streams in is drawn no more often than this, and half as often when it comes faster than anyone reads: every
 * drawing costs a layout and a paint, whatever it adds.
 */
const STREAM_MS = 50;
const FAST_CHARACTERS = 500;

/** Draws at most once a frame, and does queued work in the time that is left of it. */
export class Painter {
  private readonly jobs = new Set<Job>();
  private readonly idle: (() => void)[] = [];
  private isDirty = false;
  private isRequested = false;
  private lastDraw = -Infinity;
  /** Characters that wait to be drawn. */
  private waiting = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly draw: () => void) {}

  /** Asks for a drawing in the next frame. */
  invalidate(): void {
    this.isDirty = true;
    this.request();
  }

  /** Asks for a drawing of so many more characters, some time after the last one. */
  invalidateSoon(characters: number): void {
    this.isDirty = true;
    this.waiting += characters;
    this.timer ??= setTimeout(() => this.drawWhenDue(), this.wait());
  }

  /** Adds a job; the newest is done first, since the end of the conversation is what is looked at. */
  add(job: Job): void {
    this.jobs.delete(job);
    this.jobs.add(job);
    this.request();
  }

  remove(job: Job): void {
    this.jobs.delete(job);
  }

  /** Does `task` when there is nothing else to do. */
  later(task: () => void): void {
    this.idle.push(task);
    this.request();
  }

  private drawWhenDue(): void {
    this.timer = undefined;
    const wait = this.wait();
    if (wait <= 0) this.request();
    else this.timer = setTimeout(() => this.drawWhenDue(), wait);
  }

  private wait(): number {
    const interval = STREAM_MS * (1 + Math.min(1, this.waiting / FAST_CHARACTERS));
    return this.lastDraw + interval - performance.now();
  }

  private request(): void {
    if (this.isRequested) return;
    this.isRequested = true;
    requestAnimationFrame(() => this.frame());
  }

  private frame(): void {
    this.isRequested = false;
    const deadline = performance.now() + BUDGET_MS;
    if (this.isDirty) {
      this.isDirty = false;
      clearTimeout(this.timer);
      this.timer = undefined;
      this.waiting = 0;
      this.lastDraw = performance.now();
      this.draw();
    }
    this.runJobs(deadline);
    while (this.jobs.size === 0 && performance.now() < deadline) {
      const task = this.idle.shift();
      if (!task) return;
      task();
    }
    if (this.jobs.size > 0 || this.idle.length > 0) this.request();
  }

  private runJobs(deadline: number): void {
    for (let job; (job = [...this.jobs].at(-1)) && performance.now() < deadline;) {
      const left = job.work(deadline);
      if (left === 'more') continue;
      this.jobs.delete(job);
      const waiting = job;
      if (left !== 'done') setTimeout(() => this.add(waiting), left);
    }
  }
}
