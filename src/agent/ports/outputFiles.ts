/** Stores outputs that are too long for the model, for the duration of the session. */
export interface OutputFiles {
  /** Saves `text` in a file that the workspace allows reading; returns its absolute path. Rejects if that fails. */
  save(name: string, text: string): Promise<string>;
  /** The same for data that is not text; `ending`: the file extension, without the dot. */
  saveBytes(name: string, bytes: Uint8Array, ending: string): Promise<string>;
  /** Stores an output while it is produced; one that stays short leaves no file. */
  record(name: string): OutputRecord;
}

export interface OutputRecord {
  /** A returned promise means that the disk can't keep up, and the caller should wait for it. Never rejects. */
  write(text: string): Promise<void> | undefined;
  /** Call this once, at the end; null if the whole output was short. Never rejects. */
  end(): Promise<RecordedOutput | null>;
}

/** The complete output, or the reason why it could not be stored. */
export type RecordedOutput = { readonly characters: number } & (
  | {
      readonly file: string;
      /** The file contains only this many bytes from the beginning, because of a limit. */
      readonly cutAt?: number;
    }
  | { readonly error: string }
);
