import { lastOutput, LIVE_OUTPUT_LIMIT } from '../../shared/lastOutput';
import type { AgentEvent } from '../../shared/events';

type Output = Extract<AgentEvent, { type: 'tool-output' }>;

/** What is read of what commands printed, by the place of its last event among all: no more than would be shown. */
export class OutputsRead {
  readonly #places = new Map<string, { readonly at: number; readonly length: number }>();
  /** How many characters were left out. */
  superseded = 0;

  constructor(private readonly events: AgentEvent[]) {}

  /** True if there is nothing more to do with the event: it was joined to an earlier one of its call. */
  takes(event: AgentEvent): boolean {
    if (event.type !== 'tool-output') return false;
    const place = this.#places.get(event.callId);
    const length = (place?.length ?? 0) + event.text.length;
    const isLong = place !== undefined && length > LIVE_OUTPUT_LIMIT;
    this.#places.set(event.callId, { at: isLong ? place.at : this.events.length, length });
    if (isLong) this.#join(place.at, event);
    return isLong;
  }

  #join(at: number, next: Output): void {
    const last = this.events[at];
    if (last?.type !== 'tool-output') return;
    const text = last.text + next.text;
    const kept = lastOutput(text);
    this.superseded += text.length - kept.length;
    this.events[at] = { ...last, text: kept };
  }
}
