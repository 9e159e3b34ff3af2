const ENGINE_ERRORS = [TypeError, RangeError, ReferenceError, SyntaxError];

/** True for errors that the engine throws for a mistake in the code. With a cause it is a failed `fetch` instead. */
export function isBug(error: unknown): boolean {
  return ENGINE_ERRORS.some(type => error instanceof type) && (error as Error).cause === undefined;
}
