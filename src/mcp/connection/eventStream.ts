/** An event of a stream of the type `text/event-stream`; `data` without the line end after its last line. */
export interface StreamEvent {
  readonly type: string;
  readonly data: string;
}

/** A message of a server is longer than the limit, or has more values. */
export class MessageTooLong extends Error {
  constructor(
    message?: string,
    readonly flaw: 'tooLong' | 'tooMany' = 'tooLong',
  ) {
    super(message);
  }
}

/** The events of a stream. Throws `MessageTooLong` if one has more characters than `limit`. */
export async function* eventsIn(stream: ReadableStream<Uint8Array>, limit: number): AsyncGenerator<StreamEvent> {
  let event: EventBuilder = new EventBuilder(limit);
  for await (const line of linesIn(stream, limit)) {
    if (line !== '') event.add(line);
    else {
      const { built } = event;
      if (built) yield built;
      event = new EventBuilder(limit);
    }
  }
}

class EventBuilder {
  #type = 'message';
  #size = 0;
  readonly #data: string[] = [];

  constructor(private readonly limit: number) {}

  add(line: string): void {
    this.#size += line.length;
    if (this.#size > this.limit) throw new MessageTooLong();
    const [, field, value = ''] = /^([^:]+)(?:: ?(.*))?$/s.exec(line) ?? [];
    if (field === 'event') this.#type = value;
    if (field === 'data') this.#data.push(value);
  }

  /** Undefined without data: comments keep a connection open. */
  get built(): StreamEvent | undefined {
    return this.#data.length === 0 ? undefined : { type: this.#type, data: this.#data.join('\n') };
  }
}

/** Lines end with LF, CR or both. A last line without an end is none. */
async function* linesIn(stream: ReadableStream<Uint8Array>, limit: number): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let pieces: string[] = [];
  let size = 0;
  let isAfterReturn = false;
  for await (const chunk of stream) {
    let text = decoder.decode(chunk, { stream: true });
    if (text === '') continue;
    if (isAfterReturn && text.startsWith('\n')) text = text.slice(1);
    isAfterReturn = text.endsWith('\r');
    const lines = text.split(/\r\n|\r|\n/);
    const rest = lines.pop() ?? '';
    for (const line of lines) {
      yield [...pieces, line].join('');
      pieces = [];
      size = 0;
    }
    pieces.push(rest);
    size += rest.length;
    if (size > limit) throw new MessageTooLong();
  }
}
