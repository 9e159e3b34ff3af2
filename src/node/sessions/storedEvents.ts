import { LIVE_OUTPUT_LIMIT } from '../../shared/lastOutput';
import type { AgentEvent } from '../../shared/events';
import { redactKeys } from '../../shared/redact';
import { redactKeysIn } from '../../shared/redactRecord';
import { RedactStream } from '../../shared/redactStream';
import { unfinishedKeyAt } from '../../shared/unfinishedKey';

type Streamed = Extract<AgentEvent, { type: 'delta' | 'tool-output' }>;

interface Stream {
  /** The last event of it. */
  event: Streamed;
  readonly text: TextStream;
}

/** A text on its way into the file. */
interface TextStream {
  push(piece: string): string;
  end(): string;
}

/**
 * The events of one session as they may be kept: without what is shaped like a key, and of what a command prints no more
 * than there is to see, however long it goes on.
 */
export class KeptEvents {
  readonly #streams = new Map<string, Stream>();
  /** Those of the agents at work, by call. */
  readonly #agents = new Map<string, KeptEvents>();

  take(events: readonly AgentEvent[]): readonly AgentEvent[] {
    return events.flatMap(event => {
      if (event.type === 'agent') return this.#takeOfAgent(event);
      return isStreamed(event) ? this.#goOn(event) : this.#whole(event);
    });
  }

  /** What is still held back, for there will be no more. */
  rest(): readonly AgentEvent[] {
    const ofAgents = [...this.#agents].flatMap(([callId, events]) => ofAgent(callId, events.rest()));
    this.#agents.clear();
    return [...ofAgents, ...this.#end(() => true)];
  }

  #takeOfAgent({ callId, event }: Extract<AgentEvent, { type: 'agent' }>): readonly AgentEvent[] {
    const events = this.#agents.get(callId) ?? new KeptEvents();
    this.#agents.set(callId, events);
    if (!isStored(event)) return [];
    const taken = ofAgent(callId, events.take([event]));
    if (event.type === 'run-finished') this.#agents.delete(callId);
    return taken;
  }

  #goOn(event: Streamed): readonly AgentEvent[] {
    const name = streamOf(event);
    const open = (): TextStream => (event.type === 'delta' ? new RedactStream() : new LiveOutput());
    const stream = this.#streams.get(name) ?? { event, text: open() };
    stream.event = event;
    this.#streams.set(name, stream);
    const text = stream.text.push(event.text);
    return text === '' && event.text !== '' ? [] : [{ ...event, text }];
  }

  #whole(event: AgentEvent): readonly AgentEvent[] {
    return [...this.#end(stream => endsStream(event, stream)), redactKeysIn(event)];
  }

  #end(isOver: (stream: string) => boolean): readonly AgentEvent[] {
    return [...this.#streams].flatMap(([name, { event, text }]) => {
      if (!isOver(name)) return [];
      this.#streams.delete(name);
      const rest = text.end();
      return rest === '' ? [] : [{ ...event, text: rest }];
    });
  }
}

/**
 * What a command prints, as it is stored in case the run is cut; what it has printed in the end is in its result. Its
 * beginning is stored as it comes, then what is to be seen of it each time when it has become twice as long.
 */
class LiveOutput implements TextStream {
  readonly #beginning = new RedactStream();
  #length = 0;
  #storedLength = LIVE_OUTPUT_LIMIT;
  /** A key that begins before what is stored must be seen to be known. */
  #last = '';

  push(piece: string): string {
    this.#length += piece.length;
    this.#last += piece;
    if (this.#last.length > 4 * LIVE_OUTPUT_LIMIT) this.#last = this.#last.slice(-2 * LIVE_OUTPUT_LIMIT);
    if (this.#length <= LIVE_OUTPUT_LIMIT) return this.#beginning.push(piece);
    if (this.#length < 2 * this.#storedLength) return '';
    this.#storedLength = this.#length;
    const window = this.#last.slice(-2 * LIVE_OUTPUT_LIMIT);
    return redactKeys(window.slice(0, unfinishedKeyAt(window))).slice(-LIVE_OUTPUT_LIMIT);
  }

  end(): string {
    return this.#length <= LIVE_OUTPUT_LIMIT ? this.#beginning.end() : '';
  }
}

function ofAgent(callId: string, events: readonly AgentEvent[]): readonly AgentEvent[] {
  return events.map(event => ({ type: 'agent', callId, event }));
}

/** What is of the moment is not there when the file is read; see `formatEvents`. */
export function isStored({ type }: AgentEvent): boolean {
  return type !== 'tool-input' && type !== 'approval-changed' && type !== 'silence';
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
