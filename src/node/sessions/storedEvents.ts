import { LIVE_OUTPUT_LIMIT } from '../../shared/lastOutput';
import type { AgentEvent } from '../../shared/events';
import { redactKeys } from '../../shared/redact';
import { redactKeysIn } from '../../shared/redactRecord';
import { RedactStream } from '../../shared/redactStream';
import { unfinishedKeyAt } from '../../shared/unfinishedKey';

type Streamed = Extract<AgentEvent, { type: 'delta' | 'tool-output' }>;

interface Stream {
  /** The latest event of the stream. */
  event: Streamed;
  readonly text: TextStream;
}

/** Processes a text before it is stored. */
interface TextStream {
  push(piece: string): string;
  end(): string;
}

/**
 * One session's events as they are stored: with keys redacted, and with only as much of a command's output as would
 * be shown, however long it runs.
 */
export class KeptEvents {
  readonly #streams = new Map<string, Stream>();
  /** The events of running agents, by call. */
  readonly #agents = new Map<string, KeptEvents>();

  take(events: readonly AgentEvent[]): readonly AgentEvent[] {
    return events.flatMap(event => {
      if (event.type === 'agent') return this.#takeOfAgent(event);
      return isStreamed(event) ? this.#goOn(event) : this.#whole(event);
    });
  }

  /** The events still held back; to be called when no more follow. */
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
 * A running command's output, stored in case the run is interrupted; the final output is in the result. The beginning
 * is stored as it arrives, then the visible part each time the output has doubled.
 */
class LiveOutput implements TextStream {
  readonly #beginning = new RedactStream();
  #length = 0;
  #storedLength = LIVE_OUTPUT_LIMIT;
  /** The latest output, including some before the stored part: a key that begins there must be recognized. */
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

/** Momentary states are meaningless when the file is read; see `formatEvents`. */
export function isStored({ type }: AgentEvent): boolean {
  return type !== 'tool-input' && type !== 'approval-changed' && type !== 'silence';
}

function isStreamed(event: AgentEvent): event is Streamed {
  return event.type === 'delta' || event.type === 'tool-output';
}

function streamOf(event: Streamed): string {
  return event.type === 'delta' ? `message ${event.messageId}` : `call ${event.callId}`;
}

/** Whether the stream's text must be complete before this event; unrelated events may overtake it. */
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
