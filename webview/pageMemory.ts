import type { ReadingPlace, TabState } from '../src/shared/protocol';

/** What the editor stores for the page and gives it again after a reload of the window. */
export class PageMemory {
  #state: TabState;
  #stored = '';

  /** `last`: what was stored before the page was loaded; `store` replaces it. */
  constructor(
    last: unknown,
    private readonly store: (state: TabState) => void,
  ) {
    this.#state = isState(last) ? last : { chat: '', isNew: true };
  }

  /** Must be called with the chat shown before `placeOf` is asked about it. `isNew`: it has no prompt yet. */
  shows(chat: string, isNew: boolean): void {
    if (chat === '') return;
    const { place } = this.#state.chat === chat ? this.#state : {};
    this.#set({ chat, isNew, ...(place && { place }) });
  }

  /** Where the user was reading in a chat; undefined: at its end. */
  placeOf(chat: string): ReadingPlace | undefined {
    return this.#state.chat === chat && isPlace(this.#state.place) ? this.#state.place : undefined;
  }

  setPlace(chat: string, place: ReadingPlace | undefined): void {
    const { isNew } = this.#state;
    if (this.#state.chat === chat) this.#set({ chat, isNew, ...(place && { place }) });
  }

  #set(state: TabState): void {
    this.#state = state;
    const text = JSON.stringify(state);
    if (text !== this.#stored) this.store(state);
    this.#stored = text;
  }
}

function isState(value: unknown): value is TabState {
  return typeof value === 'object' && value !== null && 'chat' in value && typeof value.chat === 'string';
}

/** An earlier version of Pollux may have stored it. */
function isPlace(value: Partial<ReadingPlace> | null | undefined): value is ReadingPlace {
  return typeof value?.turn === 'string' && typeof value.offset === 'number' && Array.isArray(value.path);
}
