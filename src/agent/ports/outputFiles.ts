/** Keeps outputs that are too long for the model, for as long as the session lasts. */
export interface OutputFiles {
  /** The absolute path of a file that holds `text` and that the workspace lets reads into. Rejects if it can't be kept. */
  save(name: string, text: string): Promise<string>;
}
