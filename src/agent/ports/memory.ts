/** A memory file as the model gets it: instructions that outlive a conversation. */
export interface MemoryText {
  /** Where it comes from, as the model reads it; unique. */
  readonly name: string;
  readonly text: string;
}

/** What the user and the project want every conversation to know. */
export interface Memory {
  /** What holds from the beginning, in the order in which it counts; found again each time. Never rejects. */
  load(): Promise<readonly MemoryText[]>;
  /** What holds, besides that, where these are: absolute paths of files and folders. Never rejects. */
  near(paths: readonly string[]): Promise<readonly MemoryText[]>;
  /** The file with that name as it is now; undefined if it no longer counts. */
  named(name: string): Promise<MemoryText | undefined>;
}
