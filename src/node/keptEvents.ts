import { redactKeys } from '../shared/redact';
import { redactKeysIn } from '../shared/redactRecord';
import { unfinishedKeyAt } from '../shared/unfinishedKey';
import type { AgentEvent } from '../shared/events';

type Streamed = Extract<AgentEvent, { type: 'delta' | 'tool-output' }>;

/**
 * The events of one session as they may be kept: without what is shaped like a key. A text that streams is held back from
 * where a key may have begun, until it goes on or ends, because the halves of a key look like nothing.
 */
export class KeptEvents {
  readonly #held = new Map<string, Streamed>();

  take(events: readonly AgentEvent[]): readonly AgentEvent[] {
    return events.flatMap(event => (isStreamed(event) ? this.#stream(event) : this.#whole(event)));
  }

  /** What is still held back, for there will be no more. */
  rest(): readonly AgentEvent[] {
    return this.#release(() => true);
  }

  #stream(event: Streamed): readonly AgentEvent[] {
    const stream = streamOf(event);
    const text = `${this.#held.get(stream)?.text ?? ''}${event.text}`;
    const end = unfinishedKeyAt(text);
    if (end < text.length) this.#held.set(stream, { ...event, text: text.slice(end) });
    else this.#held.delete(stream);
    return end === 0 && text !== '' ? [] : [{ ...event, text: redactKeys(text.slice(0, end)) }];
  }

  #whole(event: AgentEvent): readonly AgentEvent[] {
    return [...this.#release(stream => endsStream(event, stream)), redactKeysIn(event)];
  }

  #release(isOver: (stream: string) => boolean): readonly AgentEvent[] {
    const over = [...this.#held].filter(([stream]) => isOver(stream));
    for (const [stream] of over) this.#held.delete(stream);
    return over.map(([, event]) => ({ ...event, text: redactKeys(event.text) }));
  }
}

function isStreamed(event: AgentEvent): event is Streamed {
  return event.type === 'delta' || event.type === 'tool-output';
}

function streamOf(event: Streamed): string {
  return event.type === 'delta' ? `message ${event.messageId}` : `call ${event.callId}`;
}

/** Whether nothing more of the stream's text belongs in front of the event; what is about others may overtake it. */
function endsStream(event: AgentEvent, stream: string): boolean {
  switch (event.type) {
    case 'part':
    case 'message-finished':
    case 'retry':
      return stream === `message ${event.messageId}`;
    case 'tool-state':
      return stream === `call ${event.callId}`;
    case 'message':
    case 'rewound':
    case 'run-started':
    case 'run-finished':
      return true;
    default:
      return false;
  }
}
