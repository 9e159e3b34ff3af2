import * as l10n from '@vscode/l10n';
import type { VNode } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { findText } from '../../findText';
import { isFolded, unfold } from '../../folded';
import { isComposing } from '../../keys';
import { IconButton } from '../ui/controls';

/** More marks than this would make typing slow. */
const MOST = 1000;

interface FindBarProps {
  /** The element to search. */
  readonly content: () => Element | null;
  /** Some messages are not shown in the panel, so they aren't searched. */
  readonly isPartial: boolean;
  /** Changes when the searched content may have changed. */
  readonly version: unknown;
  readonly onClose: () => void;
}

/**
 * Finds text in the messages shown. Typing goes to the first match from where the user is; Enter and Shift+Enter go to the
 * next and previous one, and unfold it; Escape closes the bar.
 */
export function FindBar({ content, isPartial, version, onClose }: FindBarProps): VNode {
  const [query, setQuery] = useState('');
  const [at, setAt] = useState(0);
  const [count, setCount] = useState(0);
  const ranges = useRef<Range[]>([]);
  const input = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => input.current?.focus(), []);
  useLayoutEffect(() => clearMarks, []);
  useLayoutEffect(() => {
    const root = content();
    ranges.current = root ? findText(root, query).slice(0, MOST) : [];
    setCount(ranges.current.length);
    mark(ranges.current, ranges.current[at]);
  }, [query, version, at]);
  useLayoutEffect(() => {
    const from = firstFromHere(ranges.current);
    setAt(from);
    const range = ranges.current[from];
    if (range && isLaidOut(range)) scrollTo(range);
  }, [query]);
  const goTo = (index: number) => {
    const total = ranges.current.length;
    if (total === 0) return;
    const current = ranges.current[Math.min(at, total - 1)]?.startContainer.parentElement;
    // If the current match is folded, reveal it before going to the next.
    const next = current && isFolded(current) ? Math.min(at, total - 1) : (index + total) % total;
    setAt(next);
    const range = ranges.current[next];
    if (range?.startContainer.parentElement) unfold(range.startContainer.parentElement);
    // Unfolded content has a position from the next frame on.
    if (range) requestAnimationFrame(() => scrollTo(range));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event)) return;
    if (event.key === 'Escape') onClose();
    else if (event.key === 'Enter' && event.target === input.current) goTo(at + (event.shiftKey ? -1 : 1));
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const found =
    count === 0
      ? l10n.t('No results')
      : l10n.t('{0} of {1}', Math.min(at, count - 1) + 1, count === MOST ? `${MOST}+` : count);
  return (
    <div class="find" role="search" aria-label={l10n.t('Find in chat')} onKeyDown={onKeyDown}>
      <input
        ref={input}
        type="text"
        class="find-text"
        aria-label={l10n.t('Find')}
        placeholder={isPartial ? l10n.t('Find in the messages shown') : l10n.t('Find')}
        onInput={event => setQuery(event.currentTarget.value)}
      />
      <span class="find-count" role="status">
        {query === '' ? '' : isPartial ? l10n.t('{0}, in the messages shown', found) : found}
      </span>
      <IconButton icon="arrow-up" label={l10n.t('Previous result')} onClick={() => goTo(at - 1)} />
      <IconButton icon="arrow-down" label={l10n.t('Next result')} onClick={() => goTo(at + 1)} />
      <IconButton icon="close" label={l10n.t('Close')} onClick={onClose} />
    </div>
  );
}

/** The index of the first match that is in view or below; of the very first one if there is none. */
function firstFromHere(ranges: readonly Range[]): number {
  const top = document.querySelector('.log')?.getBoundingClientRect().top ?? 0;
  const from = ranges.findIndex(range => isLaidOut(range) && range.getBoundingClientRect().top >= top);
  return Math.max(from, 0);
}

/** What is folded has no place. */
function isLaidOut(range: Range): boolean {
  return range.getClientRects().length > 0;
}

/** Scrolls a match that is out of view to the middle of every scrollable ancestor. Its element may be much longer than the match. */
function scrollTo(range: Range): void {
  for (let at = range.startContainer.parentElement; at; at = at.parentElement) {
    if (at.scrollHeight <= at.clientHeight || !/auto|scroll/.test(getComputedStyle(at).overflowY)) continue;
    const { top, bottom, height } = range.getBoundingClientRect();
    const view = at.getBoundingClientRect();
    if (top >= view.top && bottom <= view.bottom) continue;
    at.scrollTop += top - view.top - (view.height - height) / 2;
  }
}

function mark(all: readonly Range[], current: Range | undefined): void {
  CSS.highlights.set('found', new Highlight(...all));
  CSS.highlights.set('found-current', new Highlight(...(current ? [current] : [])));
}

function clearMarks(): void {
  CSS.highlights.delete('found');
  CSS.highlights.delete('found-current');
}
