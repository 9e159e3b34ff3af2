/** Errors and events for troubleshooting; never secrets. */
export interface Log {
  info(message: string): void;
  warn(message: string): void;
  error(message: string, error?: unknown): void;
}
