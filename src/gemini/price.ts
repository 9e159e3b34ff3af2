/** US dollars per million tokens; thinking is billed as output. */
export interface Rates {
  readonly input: number;
  /** Input that the service had cached. */
  readonly cached: number;
  readonly output: number;
}

/** What a model costs from a day on. */
export interface Price extends Rates {
  /** `YYYY-MM-DD`, in UTC; absent for the first period. */
  readonly from?: string;
  /** What all of a request costs whose input has more than `above` tokens. */
  readonly long?: Rates & { readonly above: number };
}
