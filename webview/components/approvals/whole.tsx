import * as l10n from '@vscode/l10n';
import { createContext, type VNode } from 'preact';
import { useCallback, useContext, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';

/** What of a card is not in view yet. Nothing of it can be accepted before all of it was, or was asked for. */
export interface Whole {
  /** Everything that is folded at first is unfolded. */
  readonly isFull: boolean;
  /** Something is folded still. */
  readonly isHeld: boolean;
  /** The id of the text that says why nothing can be accepted yet. */
  readonly noteId: string;
  readonly showAll: () => void;
  /** Keeps the card from being accepted until the result is called. */
  readonly hold: () => () => void;
}

/** Outside of a card everything is shown. */
const WholeContext = createContext<Whole>({
  isFull: true,
  isHeld: false,
  noteId: '',
  showAll: () => undefined,
  hold: () => () => undefined,
});

export const WholeProvider = WholeContext.Provider;

/** The state of one card; `isHeldNow` knows it also before the card has been drawn with it. */
export function useWholeState(noteId: string): Whole & { readonly isHeldNow: () => boolean } {
  const [isFull, setFull] = useState(false);
  const [count, setCount] = useState(0);
  const holds = useRef(0);
  const hold = useCallback(() => {
    const change = (by: number) => {
      holds.current += by;
      setCount(holds.current);
    };
    change(1);
    return () => change(-1);
  }, []);
  const showAll = useCallback(() => setFull(true), []);
  const isHeldNow = useCallback(() => holds.current > 0, []);
  const isHeld = count > 0;
  return useMemo(
    () => ({ isFull, isHeld, noteId, showAll, hold, isHeldNow }),
    [isFull, isHeld, noteId, showAll, hold, isHeldNow],
  );
}

export function useWhole(): Whole {
  return useContext(WholeContext);
}

/** Whether something that is `long` is folded now; as long as it is, its card can't be accepted. */
export function useFolded(isLong: boolean): boolean {
  const { isFull, hold } = useWhole();
  const isFolded = isLong && !isFull;
  useLayoutEffect(() => (isFolded ? hold() : undefined), [isFolded, hold]);
  return isFolded;
}

/** Marks what the focus goes to when a button has unfolded it. */
export const FOLDING = { 'data-folding': '', tabIndex: 0 } as const;

/** Says why nothing can be accepted yet, and unfolds everything. */
export function ShowFirst(): VNode | null {
  const { isHeld, noteId, showAll } = useWhole();
  if (!isHeld) return null;
  const show = (button: HTMLElement) => {
    const card = button.closest('.approval');
    showAll();
    // The button is gone then.
    card?.querySelector<HTMLElement>('[data-folding]')?.focus();
  };
  return (
    <p class="muted" id={noteId}>
      {viewFirst()}{' '}
      <button type="button" class="link-button" onClick={event => show(event.currentTarget)}>
        {l10n.t('Show all')}
      </button>
    </p>
  );
}

/** Why a button that accepts does nothing yet. */
export function viewFirst(): string {
  return l10n.t('View all of it before you accept it.');
}
