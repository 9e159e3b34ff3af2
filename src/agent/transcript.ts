import { emptyChat, type ChatState } from '../shared/chatState';
import { applyEvent } from '../shared/applyEvent';
import type { AgentEvent, Emit } from '../shared/events';
import type { UserMessage } from '../shared/messages';
import type { Notice } from './run/notices';

export interface TranscriptOptions {
  readonly newId: () => string;
  readonly now: () => number;
}

/** Everything said and done in a session, as a state and as events. */
export class Transcript {
  #state: ChatState;
  readonly #listeners = new Set<Emit>();

  /** `restored`: the state of an earlier session to continue from. */
  constructor(
    private readonly options: TranscriptOptions,
    restored?: ChatState,
  ) {
    this.#state = restored ?? emptyChat(options.newId());
  }

  get state(): ChatState {
    return this.#state;
  }

  /** Calls `listener` for every event from now on, after earlier listeners. Returns a function that unsubscribes it. */
  subscribe(listener: Emit): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** The one place that every event passes: folded into the state first, then sent to all listeners. */
  readonly emit = (event: AgentEvent): void => {
    this.#state = applyEvent(this.#state, event);
    for (const listener of this.#listeners) listener(event);
  };

  /** Shows the user something that is not for the model. */
  notify(notice: Notice | undefined): void {
    if (notice) this.emit({ type: 'message', message: { ...this.#stamp(), role: 'notice', ...notice } });
  }

  /** Tells the model something that is not for the user. */
  tell(text: string | undefined): void {
    if (text !== undefined) this.say({ parts: [{ type: 'text', text }], isContext: true });
  }

  say(message: Pick<UserMessage, 'parts' | 'isContext' | 'replaces'>): void {
    this.emit({ type: 'message', message: { ...this.#stamp(), role: 'user', ...message } });
  }

  #stamp() {
    return { id: this.options.newId(), at: this.options.now() };
  }
}
