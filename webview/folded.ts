import { createContext } from 'preact';

/** True while the person looks for something: what is folded is on the page then too, unseen, so that it is found. */
export const FindingContext = createContext(false);

/** True in `current` while the end of the conversation is what is looked at. */
export const FollowingContext = createContext<{ readonly current: boolean }>({ current: true });

/** Marks what is folded and can be unfolded by the button beside it that says so. */
export const FOLDED = 'data-folded';

/** Whether something around `element` is folded. */
export function isFolded(element: Element): boolean {
  return element.closest(`[${FOLDED}], details:not([open]) > :not(summary)`) !== null;
}

/** Unfolds everything that `element` is folded away in. */
export function unfold(element: Element): void {
  for (let at: Element | null = element; at; at = at.parentElement) {
    if (at instanceof HTMLDetailsElement) at.open = true;
    if (at.hasAttribute(FOLDED)) at.parentElement?.querySelector<HTMLElement>('[aria-expanded="false"]')?.click();
  }
}
