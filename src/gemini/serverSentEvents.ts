/** A read that brings this much shows that reading is behind; waiting would only hold the stream up. */
const FULL_READ_BYTES = 8192;

/**
 * The data of the server-sent events in `body`, as many at a time as one read brought. Takes CRLF and LF, comments,
 * other fields, several data lines, events cut at any byte, and a last event without its blank line. What is no field
 * at all (an error that the service writes bare into an open stream) comes last, as if it were data. Rejects as reading
 * the body does.
 *
 * `onBytes` is called for whatever comes. A fast stream of small pieces is read once in `gatherMs`, its first piece at once: at 500 a second, to be woken for
 * each of them costs a quarter of all CPU.
 */
export async function* readServerSentEvents(
  body: ReadableStream<Uint8Array>,
  gatherMs = 0,
  onBytes: () => void = () => undefined,
): AsyncGenerator<readonly string[]> {
  const decoder = new TextDecoder();
  const reader = body.getReader();
  const lines = new EventLines();
  // The beginning of a line, as it came: of a long one each piece is gone over once.
  let rest: string[] = [];
  let gatherUntil = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      onBytes();
      const piece = done ? decoder.decode() : decoder.decode(value, { stream: true });
      const end = piece.lastIndexOf('\n') + 1;
      if (end > 0) {
        rest.push(piece.slice(0, end - 1));
        const events = lines.take(rest.join('').split('\n'));
        rest = [];
        if (events.length > 0) yield events;
      }
      rest.push(piece.slice(end));
      if (done) break;
      const early = gatherUntil - performance.now();
      if (early > 0 && value.length < FULL_READ_BYTES) await new Promise(resolve => setTimeout(resolve, early));
      gatherUntil = performance.now() + gatherMs;
    }
    const last = lines.finish(rest.join(''));
    if (last.length > 0) yield last;
  } finally {
    // Also when the consumer stops early: an unread body would keep its connection open.
    await reader.cancel().catch(() => undefined);
  }
}

/** Gathers lines into events. */
class EventLines {
  #data: string[] = [];
  #bare: string[] = [];

  take(lines: readonly string[]): string[] {
    const events: string[] = [];
    for (const raw of lines) {
      const line = raw.endsWith('\r') ? raw.slice(0, -1) : raw;
      if (line === '') this.#dispatch(events);
      else if (line.startsWith('data:')) this.#data.push(line.startsWith('data: ') ? line.slice(6) : line.slice(5));
      else if (!/^(:|event:|id:|retry:)/.test(line)) this.#bare.push(line);
    }
    return events;
  }

  finish(rest: string): string[] {
    const events = this.take(rest === '' ? [] : [rest]);
    this.#dispatch(events);
    const bare = this.#bare.join('\n').trim();
    return bare === '' ? events : [...events, bare];
  }

  #dispatch(events: string[]): void {
    if (this.#data.length === 0) return;
    events.push(this.#data.length === 1 ? (this.#data[0] ?? '') : this.#data.join('\n'));
    this.#data = [];
  }
}
