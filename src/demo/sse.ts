/** The content type of an event stream, as the Gemini API sends it. */
export const sseHeaders = { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' };

export interface SseOptions {
  readonly eol?: '\n' | '\r\n';
  /** Put a blank between `data:` and the JSON; the service does. */
  readonly space?: boolean;
}

/** One event of a stream: its `data:` line and the blank line after it. */
export function sseEvent(payload: unknown, { eol = '\n', space = true }: SseOptions = {}): string {
  return `data:${space ? ' ' : ''}${JSON.stringify(payload)}${eol}${eol}`;
}
