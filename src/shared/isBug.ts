const ENGINE_ERRORS = [TypeError, RangeError, ReferenceError, SyntaxError];

/** What the engine throws at a mistake in the code; with a cause it is a failed request, which `fetch` says so as well. */
export function isBug(error: unknown): boolean {
  return ENGINE_ERRORS.some(type => error instanceof type) && (error as Error).cause === undefined;
}
