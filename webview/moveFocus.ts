/**
 * Moves the focus to another element, but only if the panel has it: `focus()` would otherwise take it from an editor,
 * together with the keys typed next.
 */
export function moveFocus(to: HTMLElement | null | undefined): void {
  if (document.hasFocus()) to?.focus({ preventScroll: true });
}
