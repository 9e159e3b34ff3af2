/** Something that came along with a prompt, and of whose changes the model hears. */
export interface Followed {
  /** Of two with the same one, the later takes the place of the earlier. */
  readonly id: string;
  /**
   * What the model is to be told; undefined: nothing has changed since this was asked last. Asked before each request, so it
   * must be quick then. Never rejects.
   */
  news(signal: AbortSignal): Promise<string | undefined>;
  /** Nobody will ask any more. */
  end(): void;
}
