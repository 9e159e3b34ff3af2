import { lastOutput } from '../../shared/lastOutput';
import type { AgentEvent } from '../../shared/events';

/** The shortest time between two batches: about two frames of a screen. */
const INTERVAL_MS = 33;

/**
 * Gathers events and passes them on at most once per interval, with consecutive texts joined: a fast stream costs the
 * file, the webview and the panel no more than a slow one. The first event after a pause is passed on immediately,
 * with others of the same moment. The order is kept.
 */
export class EventOutlet {
  #events: AgentEvent[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #nextAt = 0;

  constructor(private readonly send: (events: readonly AgentEvent[]) => void) {}

  push(event: AgentEvent): void {
    const last = this.#events.at(-1);
    const joined = last && join(last, event);
    if (joined) this.#events[this.#events.length - 1] = joined;
    else this.#events.push(event);
    this.#timer ??= setTimeout(() => this.flush(), Math.max(0, this.#nextAt - performance.now()));
  }

  /** Passes on the gathered events now. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const events = this.#events;
    if (events.length === 0) return;
    this.#events = [];
    this.#nextAt = performance.now() + INTERVAL_MS;
    this.send(events);
  }
}

function join(last: AgentEvent, next: AgentEvent): AgentEvent | undefined {
  if (last.type === 'delta' && next.type === 'delta' && last.messageId === next.messageId) {
    return { ...last, text: last.text + next.text };
  }
  if (last.type === 'tool-output' && next.type === 'tool-output' && last.callId === next.callId) {
    // A command may print more within an interval than is ever shown.
    return { ...last, text: lastOutput(last.text + next.text) };
  }
  if (last.type === 'agent' && next.type === 'agent' && last.callId === next.callId) {
    const event = join(last.event, next.event);
    return event && { ...last, event };
  }
  return undefined;
}
