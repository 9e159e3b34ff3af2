/** Calls `run` after `ms` milliseconds, unless the returned function is called before. */
export type After = (ms: number, run: () => void) => () => void;

/** The passing of time, for limits on how long something takes. */
export interface Timers {
  readonly after: After;
  /** Milliseconds since some fixed moment; never goes back. */
  readonly elapsed: () => number;
}

export const realTimers: Timers = {
  after: (ms, run) => {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
  elapsed: () => performance.now(),
};
