/** The headers of an event stream, as the Gemini API sends them. */
export const SSE_HEADERS = { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' };

export interface SseOptions {
  readonly eol?: '\n' | '\r\n';
  /** Whether a space follows `data:`, as in the service's streams. */
  readonly space?: boolean;
}

/** One event of a stream: its `data:` line and the blank line after it. */
export function sseEvent(payload: unknown, { eol = '\n', space = true }: SseOptions = {}): string {
  return `data:${space ? ' ' : ''}${JSON.stringify(payload)}${eol}${eol}`;
}
