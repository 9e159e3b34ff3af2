import type { ChatHost } from '../../../src/shared/protocol';
import { isComposing } from '../../keys';

/** Opens the link or file that was clicked, or on which Enter was pressed; the only way that an answer's links open. */
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

/** Alt+Up and Alt+Down move between turns. */
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
  // `scrollIntoView` would scroll the frames around the panel too.
  log.scrollTop += next.getBoundingClientRect().top - log.getBoundingClientRect().top;
}
