import { redactKeys } from '../../shared/redact';
import { redactKeysIn } from '../../shared/redactRecord';
import { goesOnWithKey, unfinishedKeyAt } from '../../shared/unfinishedKey';
import type { AgentEvent } from '../../shared/events';

type Streamed = Extract<AgentEvent, { type: 'delta' | 'tool-output' }>;

interface Stream {
  /** The last event of it. */
  readonly event: Streamed;
  readonly held: string;
  /** The character before what is held, if any. */
  readonly before: string;
}

/**
 * The events of one session as they may be kept: without what is shaped like a key. A text that streams is held back from
 * where a key may have begun, until it goes on or ends, because the halves of a key look like nothing.
 */
export class KeptEvents {
  readonly #streams = new Map<string, Stream>();

  take(events: readonly AgentEvent[]): readonly AgentEvent[] {
    return events.flatMap(event => (isStreamed(event) ? this.#goOn(event) : this.#whole(event)));
  }

  /** What is still held back, for there will be no more. */
  rest(): readonly AgentEvent[] {
    return this.#end(() => true);
  }

  #goOn(event: Streamed): readonly AgentEvent[] {
    const stream = streamOf(event);
    const { held, before } = this.#streams.get(stream) ?? { held: '', before: '' };
    const text = held + event.text;
    if (goesOnWithKey(held, event.text)) {
      this.#streams.set(stream, { event, held: text, before });
      return [];
    }
    const end = unfinishedKeyAt(text);
    this.#streams.set(stream, { event, held: text.slice(end), before: text.slice(0, end).slice(-1) || before });
    return end === 0 && text !== '' ? [] : [{ ...event, text: redactAfter(before, text.slice(0, end)) }];
  }

  #whole(event: AgentEvent): readonly AgentEvent[] {
    return [...this.#end(stream => endsStream(event, stream)), redactKeysIn(event)];
  }

  #end(isOver: (stream: string) => boolean): readonly AgentEvent[] {
    return [...this.#streams].flatMap(([stream, { event, held, before }]) => {
      if (!isOver(stream)) return [];
      this.#streams.delete(stream);
      return held === '' ? [] : [{ ...event, text: redactAfter(before, held) }];
    });
  }
}

/** A key is none in the middle of a word, so the character before a text counts. */
function redactAfter(before: string, text: string): string {
  return redactKeys(before + text).slice(before.length);
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
