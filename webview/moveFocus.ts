/**
 * Moves the focus to another element, but only within the panel: where it is in an editor, `focus()` would take it from
 * there, and the next keys with it.
 */
export function moveFocus(to: HTMLElement | null | undefined): void {
  if (document.hasFocus()) to?.focus({ preventScroll: true });
}
