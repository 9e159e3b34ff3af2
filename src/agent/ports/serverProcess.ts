/** A program that exchanges lines with us, such as a server on standard input and output. */
export interface ServerProcess {
  /** Resolves when the line has been handed over; rejects if the program has ended. */
  send(line: string): Promise<void>;
  /** The end of its standard error output, and of lines that were not messages. */
  said(): string;
  /** Closes its input; if that does not end it, kills it and all it started. Resolves when none of it is left. */
  close(): Promise<void>;
}

export interface ServerProcessRequest {
  readonly command: string;
  readonly args: readonly string[];
  /** Absolute. */
  readonly cwd: string;
  /** Added to an environment without secrets. */
  readonly env: Readonly<Record<string, string>>;
  readonly onLine: (line: string) => void;
  /** It ended without having been closed, for this reason. */
  readonly onEnd: (reason: string) => void;
}

/** Starts a program in a process group that ends with this process. Rejects with a message for the user on failure. */
export type OpenServerProcess = (request: ServerProcessRequest) => Promise<ServerProcess>;
