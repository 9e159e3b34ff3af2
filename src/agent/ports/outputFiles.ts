/** Keeps outputs that are too long for the model, for as long as the session lasts. */
export interface OutputFiles {
  /** The absolute path of a file that holds `text` and that the workspace lets reads into. Rejects if it can't be kept. */
  save(name: string, text: string): Promise<string>;
  /** Likewise of what is no text; `ending`: what its name ends with, without the dot. */
  saveBytes(name: string, bytes: Uint8Array, ending: string): Promise<string>;
  /** Keeps an output while it is printed; one that stays short leaves no file. */
  record(name: string): OutputRecord;
}

export interface OutputRecord {
  /** Never rejects. Whoever prints should wait for a promise: the disk can't keep up. */
  write(text: string): Promise<void> | undefined;
  /** To be called once, in the end; null if all of it was short. Never rejects. */
  end(): Promise<RecordedOutput | null>;
}

/** All of an output, or the reason why it could not be kept. */
export type RecordedOutput = { readonly characters: number } & (
  | {
      readonly file: string;
      /** Only so many bytes from its beginning are in the file: there is a limit. */
      readonly cutAt?: number;
    }
  | { readonly error: string }
);
