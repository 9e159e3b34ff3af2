import type { ReadingPlace } from '../src/shared/protocol';

/** An element smaller than this is precise enough, in pixels. */
const SMALL = 40;

/** What is at the top of the conversation; undefined if it isn't shown or has no turns. */
export function placeIn(log: HTMLElement): ReadingPlace | undefined {
  if (log.clientHeight === 0) return undefined;
  const { top, bottom } = log.getBoundingClientRect();
  const isVisible = (element: Element) => {
    const box = element.getBoundingClientRect();
    // Headings for screen readers have one pixel, which may be anywhere.
    return box.bottom > top && box.top < bottom && box.height > 1;
  };
  const turn = [...log.querySelectorAll<HTMLElement>('[data-turn]')].find(isVisible);
  if (turn?.dataset.turn === undefined) return undefined;
  const path: number[] = [];
  let element: Element = turn;
  for (;;) {
    const index = element.clientHeight > SMALL ? [...element.children].findIndex(isVisible) : -1;
    const child = element.children[index];
    if (!child) break;
    path.push(index);
    element = child;
  }
  return { turn: turn.dataset.turn, path, offset: Math.round(top - element.getBoundingClientRect().top) };
}

/** Scrolls to a place again. If its turn isn't loaded, this is the beginning of what is. */
export function showPlace(log: HTMLElement, { turn, path, offset }: ReadingPlace): void {
  let element: Element | null = log.querySelector(`[data-turn="${CSS.escape(turn)}"]`);
  if (!element) {
    log.scrollTop = 0;
    return;
  }
  for (const index of path) element = element.children[index] ?? element;
  log.scrollTop += element.getBoundingClientRect().top + offset - log.getBoundingClientRect().top;
}
