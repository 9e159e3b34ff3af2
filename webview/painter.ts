/**
 * Work done in slices. `work` continues until `deadline` (in terms of `performance.now()`) and returns what is left:
 * nothing, more, or more after a number of milliseconds.
 */
export interface Job {
  work(deadline: number): 'done' | 'more' | number;
}

/** Milliseconds of work per frame; the rest waits for the next frame, so that typing and scrolling stay responsive. */
const BUDGET_MS = 12;
/**
 * Minimum interval between drawings of streamed text, doubled when text arrives faster than anyone can read: each
 * drawing costs a layout and a paint, however little it adds.
 */
const STREAM_MS = 50;
const FAST_CHARACTERS = 500;

/** Draws at most once per frame, and runs queued work in the remaining time. */
export class Painter {
  readonly #jobs = new Set<Job>();
  readonly #idle: (() => void)[] = [];
  #isDirty = false;
  #isRequested = false;
  #lastDraw = -Infinity;
  /** Characters waiting to be drawn. */
  #waiting = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly draw: () => void) {}

  /** Requests a drawing in the next frame. */
  invalidate(): void {
    this.#isDirty = true;
    this.#request();
  }

  /** Requests a drawing of this many more characters, with a minimum interval since the last drawing. */
  invalidateSoon(characters: number): void {
    this.#isDirty = true;
    this.#waiting += characters;
    this.#timer ??= setTimeout(() => this.#drawWhenDue(), this.#wait());
  }

  /** Adds a job. The latest runs first, since the user is usually looking at the end of the conversation. */
  add(job: Job): void {
    this.#jobs.delete(job);
    this.#jobs.add(job);
    this.#request();
  }

  remove(job: Job): void {
    this.#jobs.delete(job);
  }

  /** Runs `task` when there is nothing else to do. */
  later(task: () => void): void {
    this.#idle.push(task);
    this.#request();
  }

  #drawWhenDue(): void {
    this.#timer = undefined;
    const wait = this.#wait();
    if (wait <= 0) this.#request();
    else this.#timer = setTimeout(() => this.#drawWhenDue(), wait);
  }

  #wait(): number {
    const interval = STREAM_MS * (1 + Math.min(1, this.#waiting / FAST_CHARACTERS));
    return this.#lastDraw + interval - performance.now();
  }

  #request(): void {
    if (this.#isRequested) return;
    this.#isRequested = true;
    requestAnimationFrame(() => this.#frame());
  }

  #frame(): void {
    this.#isRequested = false;
    const deadline = performance.now() + BUDGET_MS;
    if (this.#isDirty) {
      this.#isDirty = false;
      clearTimeout(this.#timer);
      this.#timer = undefined;
      this.#waiting = 0;
      this.#lastDraw = performance.now();
      this.draw();
    }
    this.#runJobs(deadline);
    while (this.#jobs.size === 0 && performance.now() < deadline) {
      const task = this.#idle.shift();
      if (!task) return;
      task();
    }
    if (this.#jobs.size > 0 || this.#idle.length > 0) this.#request();
  }

  #runJobs(deadline: number): void {
    for (let job; (job = [...this.#jobs].at(-1)) && performance.now() < deadline;) {
      const left = job.work(deadline);
      if (left === 'more') continue;
      this.#jobs.delete(job);
      const waiting = job;
      if (left !== 'done') setTimeout(() => this.add(waiting), left);
    }
  }
}
