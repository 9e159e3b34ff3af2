/** What was used: tokens, US dollars (estimated), requests, and milliseconds of work. */
export interface Spent {
  readonly tokens: number;
  readonly money: number;
  readonly requests: number;
  readonly ms: number;
}

export type DaySum = { readonly ok: true; readonly spent: Spent } | { readonly ok: false; readonly message: string };

/** What all windows and headless runs of a person have used today, by the calendar of this machine. */
export interface DayLedger {
  /** Adds to the day's sum; what can't be written is logged. */
  add(spent: Spent): void;
  /** The sum since midnight or the last grant; a record that can't be read is refused, with one sentence that says where. */
  sum(): DaySum;
  /** The person lets the day go on: it gets its budget once more. */
  grant(): void;
}
