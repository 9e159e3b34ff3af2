import type { ChatHost } from '../../../src/shared/protocol';
import { isComposing } from '../../keys';

/** Follows the link or file name that was clicked, or that Enter was pressed on. Nothing in an answer leads anywhere else. */
export function followAddress(
  event: MouseEvent | KeyboardEvent,
  host: ChatHost,
  ask: (call: Promise<void>) => void,
): void {
  if (event instanceof KeyboardEvent && (event.key !== 'Enter' || isComposing(event))) return;
  const target = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-link], [data-file]') : null;
  // A selection that ends on a link is not a click on it.
  if (!target || (event instanceof MouseEvent && getSelection()?.isCollapsed === false)) return;
  event.preventDefault();
  event.stopPropagation();
  const { link, file, line } = target.dataset;
  if (link !== undefined) ask(host.openLink(link));
  else if (file !== undefined) ask(host.openFile(file, line === undefined ? null : Number(line)));
}

/** Alt+Up and Alt+Down go from turn to turn. */
export function moveByTurn(event: KeyboardEvent): void {
  if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
  const log = event.currentTarget as HTMLElement;
  const turns = [...log.querySelectorAll('article')];
  const at = turns.findIndex(turn => turn.contains(document.activeElement));
  const isUp = event.key === 'ArrowUp';
  const next = at < 0 ? (isUp ? turns.at(-1) : turns[0]) : turns[at + (isUp ? -1 : 1)];
  if (!next) return;
  event.preventDefault();
  next.focus({ preventScroll: true });
  // Asked to scroll into view, an element moves the frames around the panel too.
  log.scrollTop += next.getBoundingClientRect().top - log.getBoundingClientRect().top;
}
