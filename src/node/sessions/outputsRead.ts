import { lastOutput, LIVE_OUTPUT_LIMIT } from '../../shared/lastOutput';
import type { AgentEvent } from '../../shared/events';

type Output = Extract<AgentEvent, { type: 'tool-output' }>;

/** Limits commands' live output to what would be shown, by merging a call's events once its output is long. */
export class OutputsRead {
  readonly #places = new Map<string, { readonly at: number; readonly length: number }>();
  /** How many characters were dropped. */
  superseded = 0;

  constructor(private readonly events: AgentEvent[]) {}

  /** Returns true if the event was merged into an earlier one of its call and needs no further handling. */
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
