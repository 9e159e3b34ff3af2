/** The user's instructions that replace Pollux's own. */
export interface SystemTemplate {
  /** Undefined: there are none. Rejects if they are configured but can't be read; then no request is made. */
  read(): Promise<string | undefined>;
  /** Receives the current instructions without memory, in case the user wants them in a file. */
  write(text: string): Promise<void>;
}
