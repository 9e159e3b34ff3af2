import { useLayoutEffect, useRef } from 'preact/hooks';
import type { DraftBox } from '../../draftBox';
import type { PanelState } from '../../panelState';

/** Brings what the host sends into the message box: drafts, and texts to insert. Several may be drawn at once. */
export function useHostTexts(
  box: DraftBox,
  chatId: string,
  { draft, compose }: Pick<PanelState, 'draft' | 'compose'>,
  outgoing: string | undefined,
  isEditing: boolean,
): void {
  const composed = useRef(0);
  useLayoutEffect(() => {
    if (draft.replacements > 0) box.leave();
  }, [draft.replacements]);
  useLayoutEffect(() => {
    if (draft.count > 0) box.restore(draft.text, chatId, outgoing, isEditing);
  }, [draft.count]);
  useLayoutEffect(() => {
    for (const text of compose.slice(composed.current)) {
      if (text === '') box.takeFocus();
      else box.insert(text);
    }
    composed.current = compose.length;
  }, [compose.length]);
}
