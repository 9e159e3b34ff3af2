/** A program that is spoken to line by line, such as a server on standard input and output. */
export interface ServerProcess {
  /** Resolves when the line is on its way; rejects when the program has ended. */
  send(line: string): Promise<void>;
  /** The end of what it has said on its standard error, and of lines that were no messages. */
  said(): string;
  /** Closes its input, and ends it and all that it has started if that does not; resolves when nothing of it is left. */
  close(): Promise<void>;
}

export interface ServerProcessRequest {
  readonly command: string;
  readonly args: readonly string[];
  /** Absolute. */
  readonly cwd: string;
  /** Added to an environment that has no secrets. */
  readonly env: Readonly<Record<string, string>>;
  readonly onLine: (line: string) => void;
  /** It has ended without having been closed, for this reason. */
  readonly onEnd: (reason: string) => void;
}

/** Starts a program in a process group of its own, which ends with this process. Rejects with what to say where it can't be started. */
export type OpenServerProcess = (request: ServerProcessRequest) => Promise<ServerProcess>;
