/** US dollars per million tokens; thinking is billed as output. */
export interface Rates {
  readonly input: number;
  /** Input that the service had cached. */
  readonly cached: number;
  readonly output: number;
}

/** The price of a model from a date on. */
export interface Price extends Rates {
  /** `YYYY-MM-DD`, in UTC; absent for the first period. */
  readonly from?: string;
  /** The rates of an entire request whose input has more than `above` tokens. */
  readonly long?: Rates & { readonly above: number };
}
