/** Something attached to a prompt, whose later changes are reported to the model. */
export interface Followed {
  /** If two have the same id, the later replaces the earlier. */
  readonly id: string;
  /**
   * The text for the model; undefined if nothing has changed since the last call. Called before each request, so it
   * must be quick if nothing has changed. Never rejects.
   */
  news(signal: AbortSignal): Promise<string | undefined>;
  /** There will be no more calls. */
  end(): void;
}
