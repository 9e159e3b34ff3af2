import { createContext } from 'preact';

/** True while the find bar is open: folded content is then rendered too, invisibly, so that it can be found. */
export const FindingContext = createContext(false);

/** `current` is true while the view follows the end of the conversation. */
export const FollowingContext = createContext<{ readonly current: boolean }>({ current: true });

/** Marks folded content that the button next to it (with `aria-expanded="false"`) unfolds. */
const FOLDED = 'data-folded';

/** Whether `element` is inside folded content. */
export function isFolded(element: Element): boolean {
  return element.closest(`[${FOLDED}], details:not([open]) > :not(summary)`) !== null;
}

/** Unfolds everything that hides `element`. */
export function unfold(element: Element): void {
  for (let at: Element | null = element; at; at = at.parentElement) {
    if (at instanceof HTMLDetailsElement) at.open = true;
    if (at.hasAttribute(FOLDED)) at.parentElement?.querySelector<HTMLElement>('[aria-expanded="false"]')?.click();
  }
}
