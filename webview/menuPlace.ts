/** Distance of a menu from the panel's edges and from its button, in pixels. */
const MARGIN = 4;

/**
 * Places an open popover so that all of it can be reached, whatever the panel's height: below its button, or else
 * above it, or else on the side with more room, where it scrolls. Below is preferred because the content to decide
 * about is above. It never covers the button, so that a second click there chooses nothing.
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
