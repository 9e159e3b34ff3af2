import { hasModifier } from './keys';

const LINE = 40;

/**
 * Makes scroll keys scroll only the conversation. By default, a key that finds nothing to scroll here would scroll
 * the surrounding window, whose frame must never move.
 */
export function keepScrollKeys(): void {
  document.addEventListener('keydown', event => {
    if (event.defaultPrevented || hasModifier(event) || event.altKey) return;
    const target = event.target instanceof HTMLElement ? event.target : document.body;
    const isText = target.matches('input, textarea, vscode-text-field');
    if (target.matches('select') || (event.key === ' ' && target.closest('button, vscode-button, summary, input')))
      return;
    const log = document.querySelector<HTMLElement>('.log');
    const by = log ? distanceOf(event, log) : undefined;
    if (!log || by === undefined) return;
    if (isText && (!event.key.startsWith('Page') || canScroll(target))) return;
    event.preventDefault();
    log.scrollTop += by;
  });
}

/** How far a key scrolls, in pixels; undefined for keys that do not. */
function distanceOf(event: KeyboardEvent, log: HTMLElement): number | undefined {
  const page = log.clientHeight * 0.9;
  const distances: Partial<Record<string, number>> = {
    PageUp: -page,
    PageDown: page,
    Home: -log.scrollHeight,
    End: log.scrollHeight,
    ArrowUp: -LINE,
    ArrowDown: LINE,
    ' ': event.shiftKey ? -page : page,
  };
  return event.shiftKey && event.key !== ' ' ? undefined : distances[event.key];
}

function canScroll(element: HTMLElement): boolean {
  return element.scrollHeight > element.clientHeight + 1;
}
