/** Usage: tokens, US dollars (estimated), requests, and milliseconds of work. */
export interface Spent {
  readonly tokens: number;
  readonly money: number;
  readonly requests: number;
  readonly ms: number;
}

export type DaySum = { readonly ok: true; readonly spent: Spent } | { readonly ok: false; readonly message: string };

/** The combined usage of all of a user's windows and headless runs today, by this machine's calendar. */
export interface DayLedger {
  /** Adds to the day's sum; a failure to write is logged. */
  add(spent: Spent): void;
  /**
   * The sum since midnight or the last grant. Not `ok` if a record can't be read; `message`: one sentence, saying
   * where.
   */
  sum(): DaySum;
  /** The user allows today's work to continue: the day gets its budget once more. */
  grant(): void;
}
