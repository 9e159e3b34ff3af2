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
  /** The card has not got all of it: only the diff editor shows the rest. */
  readonly isCut: boolean;
  /** Keeps the card from being accepted until the result is called, or the diff was opened. */
  readonly hold: (what: Held) => () => void;
}

/** What is not in view: `cut` is what the card has not got at all. */
type Held = 'folded' | 'cut';

/** Outside of a card everything is shown. */
const WholeContext = createContext<Whole>({
  isFull: true,
  isHeld: false,
  noteId: '',
  showAll: () => undefined,
  isCut: false,
  hold: () => () => undefined,
});

export const WholeProvider = WholeContext.Provider;

interface WholeState extends Whole {
  /** Known also before the card has been drawn with it. */
  readonly isHeldNow: () => boolean;
  /** All of it was opened in a diff editor. */
  readonly markSeen: () => void;
}

/** The state of one card. `isShown` from the beginning: a diff editor shows all of it, or it was accepted once already. */
export function useWholeState(noteId: string, isShown: boolean): WholeState {
  const [isFull, setFull] = useState(false);
  const [isSeen, setSeen] = useState(isShown);
  const [{ folded, cut }, setCounts] = useState<Readonly<Record<Held, number>>>({ folded: 0, cut: 0 });
  const now = useRef({ folded: 0, cut: 0, isSeen: isShown });
  const hold = useCallback((what: Held) => {
    const change = (by: number) => {
      now.current[what] += by;
      setCounts({ ...now.current });
    };
    change(1);
    return () => change(-1);
  }, []);
  const showAll = useCallback(() => setFull(true), []);
  const markSeen = useCallback(() => {
    now.current.isSeen = true;
    setSeen(true);
  }, []);
  const isHeldNow = useCallback(() => !now.current.isSeen && now.current.folded + now.current.cut > 0, []);
  const isHeld = !isSeen && folded + cut > 0;
  const isCut = isHeld && cut > 0;
  return useMemo(
    () => ({ isFull, isHeld, isCut, noteId, showAll, hold, isHeldNow, markSeen }),
    [isFull, isHeld, isCut, noteId, showAll, hold, isHeldNow, markSeen],
  );
}

export function useWhole(): Whole {
  return useContext(WholeContext);
}

/** Whether something that is `long` is folded now; as long as it is, its card can't be accepted. */
export function useFolded(isLong: boolean): boolean {
  const { isFull, hold } = useWhole();
  const isFolded = isLong && !isFull;
  useLayoutEffect(() => (isFolded ? hold('folded') : undefined), [isFolded, hold]);
  return isFolded;
}

/** Keeps the card from being accepted as long as it has not got all that would be done, and no diff editor was opened. */
export function useCut(isCut: boolean): void {
  const { hold } = useWhole();
  useLayoutEffect(() => (isCut ? hold('cut') : undefined), [isCut, hold]);
}

/** Marks what the focus goes to when a button has unfolded it. */
export const FOLDING = { 'data-folding': '', tabIndex: 0 } as const;

/** Says why nothing can be accepted yet, and unfolds everything. */
export function ShowFirst(): VNode | null {
  const { isHeld, isCut, noteId, showAll } = useWhole();
  if (!isHeld) return null;
  if (isCut) {
    return (
      <p class="muted" id={noteId}>
        {openFirst()}
      </p>
    );
  }
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
  return l10n.t('View the whole change before you accept it.');
}

/** The same where the card has not got all of it; the button stands below. */
function openFirst(): string {
  return l10n.t('The change is too long for this card. Open the diff to view all of it before you accept it.');
}
