import type { ChatEvent } from '../shared/protocol';

/** Where one chat is shown at a time: the view in the side bar, or a tab among the editors. */
export interface Surface {
  readonly kind: 'view' | 'tab';
  /** Events that nobody can see are dropped: a page that comes later asks for the whole state. */
  send(events: readonly ChatEvent[]): void;
  /** Shows it with the focus in it, because the user asked for it. */
  reveal(): Promise<void>;
}
