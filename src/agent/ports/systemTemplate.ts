/** Instructions of the user's that take the place of those that Pollux brings. */
export interface SystemTemplate {
  /** Undefined: there are none. Rejects if they are asked for and can't be read: then no request is made. */
  read(): Promise<string | undefined>;
  /** Gets the instructions as they are without memory, for whoever wants to have them in a file. */
  write(text: string): Promise<void>;
}
