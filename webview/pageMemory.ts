import type { ReadingPlace, TabState } from '../src/shared/protocol';

/** What the editor stores for the page and gives it again after a reload of the window. */
export class PageMemory {
  #state: TabState;
  #stored = '';
  /** What the page before had not saved of a draft; undefined: nothing, or it was taken. */
  #left: TabState | undefined;

  /** `last`: what was stored before the page was loaded; `store` replaces it. */
  constructor(
    last: unknown,
    private readonly store: (state: TabState) => void,
  ) {
    const { unsaved, ...state } = isState(last) ? last : { chat: '', isNew: true };
    this.#state = state;
    if (typeof unsaved === 'string') this.#left = { ...state, unsaved };
  }

  /** Must be called with the chat shown before `placeOf` is asked about it. `isNew`: it has no prompt yet. */
  shows(chat: string, isNew: boolean): void {
    if (chat === '') return;
    const { place, unsaved } = this.#state.chat === chat ? this.#state : {};
    this.#set({ chat, isNew, ...(place && { place }), ...(unsaved && { unsaved }) });
  }

  /** Where the user was reading in a chat; undefined: at its end. */
  placeOf(chat: string): ReadingPlace | undefined {
    return this.#state.chat === chat && isPlace(this.#state.place) ? this.#state.place : undefined;
  }

  setPlace(chat: string, place: ReadingPlace | undefined): void {
    const { place: _before, ...rest } = this.#state;
    if (this.#state.chat === chat) this.#set({ ...rest, ...(place && { place }) });
  }

  /** Must be called with each text of the message box that isn't saved as a draft yet; empty: all is saved. */
  setUnsaved(text: string): void {
    const { unsaved: _before, ...rest } = this.#state;
    this.#set({ ...rest, ...(text !== '' && { unsaved: text }) });
  }

  /** What the page before had not saved of a chat's draft, once. A chat without a prompt gets another id meanwhile. */
  takeUnsaved(chat: string): string {
    const left = this.#left;
    this.#left = undefined;
    if (!left?.unsaved) return '';
    return left.chat === chat || (left.isNew && this.#state.isNew) ? left.unsaved : '';
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
