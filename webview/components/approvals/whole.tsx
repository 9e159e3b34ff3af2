import * as l10n from '@vscode/l10n';
import { createContext, type VNode } from 'preact';
import { useCallback, useContext, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';

/** Tracks which parts of a card aren't visible yet. It can't be accepted until all of it was shown or requested. */
export interface Whole {
  /** Everything that was folded initially is unfolded. */
  readonly isFull: boolean;
  /** Whether something hasn't been seen yet, so that the card can't be accepted. */
  readonly isHeld: boolean;
  /** The id of the text that says why the card can't be accepted yet. */
  readonly noteId: string;
  readonly showAll: () => void;
  /** Whether the card doesn't have the whole content: only the diff editor shows the rest. */
  readonly isCut: boolean;
  /** Prevents acceptance until the returned function is called or the diff was opened. */
  readonly hold: (what: Held) => () => void;
}

/** What isn't visible: `folded` can be unfolded here; `cut` is content that the card doesn't have. */
type Held = 'folded' | 'cut';

/** Outside a card, everything is shown. */
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
  /** Like `isHeld`, but up to date even before the card has re-rendered. */
  readonly isHeldNow: () => boolean;
  /** Records that a diff editor showed everything. */
  readonly markSeen: () => void;
}

/**
 * The state of one card. `isShown`: everything has been seen already, in a diff editor or because it was accepted
 * before.
 */
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

/** Whether content is folded now (only if `isLong`); while it is, its card can't be accepted. */
export function useFolded(isLong: boolean): boolean {
  const { isFull, hold } = useWhole();
  const isFolded = isLong && !isFull;
  useLayoutEffect(() => (isFolded ? hold('folded') : undefined), [isFolded, hold]);
  return isFolded;
}

/** Prevents acceptance while the card lacks part of the change and no diff editor was opened. */
export function useCut(isCut: boolean): void {
  const { hold } = useWhole();
  useLayoutEffect(() => (isCut ? hold('cut') : undefined), [isCut, hold]);
}

/** Marks the element that receives the focus when a button has unfolded it. */
export const FOLDING = { 'data-folding': '', tabIndex: 0 } as const;

/** Says why the card can't be accepted yet, and offers to unfold everything. */
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
    // The button no longer exists then.
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

/** Why an accept button is disabled. */
export function viewFirst(): string {
  return l10n.t('View the whole change before you accept it.');
}

/** Same for a card that lacks part of the change; the button that opens the diff is below. */
function openFirst(): string {
  return l10n.t('The change is too long for this card. Open the diff to view all of it before you accept it.');
}
