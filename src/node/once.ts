/** Returns a function that calls `run` on the first call and caches its result; a failure isn't cached. */
export function once<T>(run: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | undefined;
  return () => {
    result ??= run().catch((error: unknown) => {
      result = undefined;
      throw error;
    });
    return result;
  };
}

/** Returns a function that reports each text only once. */
export function sayOnce(say: (text: string) => void): (text: string) => void {
  const said = new Set<string>();
  return text => {
    if (!said.has(text)) say(text);
    said.add(text);
  };
}
