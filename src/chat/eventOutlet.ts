import { lastOutput } from '../shared/lastOutput';
import type { AgentEvent } from '../shared/events';

/** As often as events go out: about two frames of a screen. */
const INTERVAL_MS = 33;

/**
 * Gathers events and passes them on at most once an interval, text that belongs together joined: a fast stream costs
 * the file, the wire and the panel no more than a slow one. What comes after a pause goes out at once, with all that the
 * same moment brings. What is passed on keeps its order.
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

  /** Passes on now what has been gathered. */
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
    // What a command prints in an instant may be more than is ever seen of it.
    return { ...last, text: lastOutput(last.text + next.text) };
  }
  if (last.type === 'agent' && next.type === 'agent' && last.callId === next.callId) {
    const event = join(last.event, next.event);
    return event && { ...last, event };
  }
  return undefined;
}
