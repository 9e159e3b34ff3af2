import type { ChatEvent } from '../../shared/protocol';

/** A place that shows one chat at a time: the view in the side bar, or an editor tab. */
export interface Surface {
  readonly kind: 'view' | 'tab';
  /** Sends events to the page. They are dropped if there is none: a page that opens later requests the whole state. */
  send(events: readonly ChatEvent[]): void;
  /** Shows the surface and focuses it, at the user's request. */
  reveal(): Promise<void>;
}
