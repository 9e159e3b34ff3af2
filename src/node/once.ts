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
