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
    const { unsaved, edited, ...state } = isState(last) ? last : { chat: '', isNew: true };
    this.#state = state;
    this.#left = { ...state, ...textsOf(unsaved, edited) };
  }

  /** Must be called with the chat shown before `placeOf` is asked about it. `isNew`: it has no prompt yet. */
  shows(chat: string, isNew: boolean): void {
    if (chat === '') return;
    const { place, unsaved, edited } = this.#state.chat === chat ? this.#state : {};
    this.#set({ chat, isNew, ...(place && { place }), ...textsOf(unsaved, edited) });
  }

  /** Where the user was reading in a chat; undefined: at its end. */
  placeOf(chat: string): ReadingPlace | undefined {
    return this.#state.chat === chat && isPlace(this.#state.place) ? this.#state.place : undefined;
  }

  setPlace(chat: string, place: ReadingPlace | undefined): void {
    const { place: _before, ...rest } = this.#state;
    if (this.#state.chat === chat) this.#set({ ...rest, ...(place && { place }) });
  }

  /**
   * Must be called with each text of the message box that isn't saved as a draft yet (empty: all is saved), and with
   * the changed text of a prompt that is being edited.
   */
  setUnsaved(text: string, changed: string): void {
    const { unsaved: _before, edited: _changed, ...rest } = this.#state;
    this.#set({ ...rest, ...textsOf(text, changed) });
  }

  /**
   * What the page before had not saved of a chat's draft, and its changes of a prompt, once. A chat without a prompt
   * gets another id meanwhile.
   */
  takeUnsaved(chat: string): Pick<TabState, 'unsaved' | 'edited'> {
    const left = this.#left;
    this.#left = undefined;
    if (!left) return {};
    return left.chat === chat || (left.isNew && this.#state.isNew) ? textsOf(left.unsaved, left.edited) : {};
  }

  #set(state: TabState): void {
    this.#state = state;
    const text = JSON.stringify(state);
    if (text !== this.#stored) this.store(state);
    this.#stored = text;
  }
}

function textsOf(unsaved: unknown, edited: unknown): Pick<TabState, 'unsaved' | 'edited'> {
  return {
    ...(typeof unsaved === 'string' && unsaved !== '' && { unsaved }),
    ...(typeof edited === 'string' && edited !== '' && { edited }),
  };
}

function isState(value: unknown): value is TabState {
  return typeof value === 'object' && value !== null && 'chat' in value && typeof value.chat === 'string';
}

/** An earlier version of Pollux may have stored it. */
function isPlace(value: Partial<ReadingPlace> | null | undefined): value is ReadingPlace {
  return typeof value?.turn === 'string' && typeof value.offset === 'number' && Array.isArray(value.path);
}
