/** Errors and events for whoever looks into a problem; never secrets. */
export interface Log {
  info(message: string): void;
  warn(message: string): void;
  error(message: string, error?: unknown): void;
}
