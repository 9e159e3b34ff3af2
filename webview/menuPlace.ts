/** How far a menu stays from the edges of the panel, and from its button; pixels. */
const MARGIN = 4;

/**
 * Puts an open popover where all of it can be reached, whatever the panel's height: below its button, or above it, or
 * where there is more room, and then it scrolls. Above is what is decided about, which is better seen; and it never covers
 * the button: a second click there must choose nothing.
 */
export function placeMenu(menu: HTMLElement, anchor: Element): void {
  menu.style.maxHeight = 'none';
  const button = anchor.getBoundingClientRect();
  const { height, width } = menu.getBoundingClientRect();
  const above = button.top - 2 * MARGIN;
  const below = window.innerHeight - button.bottom - 2 * MARGIN;
  const isAbove = height > below && (height <= above || above >= below);
  const room = Math.max(0, Math.min(height, isAbove ? above : below));
  const top = isAbove ? button.top - MARGIN - room : button.bottom + MARGIN;
  const isRightToLeft = getComputedStyle(menu).direction === 'rtl';
  const left = isRightToLeft ? button.right - width : button.left;
  menu.style.maxHeight = `${room}px`;
  menu.style.top = `${top}px`;
  menu.style.left = `${Math.max(MARGIN, Math.min(left, window.innerWidth - width - MARGIN))}px`;
}
