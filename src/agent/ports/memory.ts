/** A memory file as the model gets it: instructions that outlive a conversation. */
export interface MemoryText {
  /** Its source, as shown to the model; unique. */
  readonly name: string;
  readonly text: string;
}

/** What the user and the project want every conversation to know. */
export interface Memory {
  /** The memory that applies from the start, in order of precedence; searched again each time. Never rejects. */
  load(): Promise<readonly MemoryText[]>;
  /** The additional memory that applies to these absolute paths of files and folders. Never rejects. */
  near(paths: readonly string[]): Promise<readonly MemoryText[]>;
  /** The current text of the file with that name; undefined if it no longer applies. */
  named(name: string): Promise<MemoryText | undefined>;
}
