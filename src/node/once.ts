/** The function, run when first called and never again, unless it failed. */
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

/** Says each text the first time that it is to be said. */
export function sayOnce(say: (text: string) => void): (text: string) => void {
  const said = new Set<string>();
  return text => {
    if (!said.has(text)) say(text);
    said.add(text);
  };
}
