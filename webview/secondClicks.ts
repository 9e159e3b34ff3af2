/** What a click can act on. */
const CONTROLS = 'button, vscode-button, a, summary, select, input, label, [role]';

/**
 * Drops the second half of a double click if it lands on another control than the first half: that control has moved
 * there since, such as the next card or row, or has taken the place of the one that was meant. Clicks without a
 * pointer, by keys or by assistive technology, always count.
 */
export function dropStraySecondClicks(): void {
  let pressed: Element | null = null;
  addEventListener(
    'mousedown',
    event => {
      if (event.detail <= 1) pressed = controlOf(event);
    },
    true,
  );
  addEventListener(
    'click',
    event => {
      const control = event.detail > 1 ? controlOf(event) : null;
      if (control === null || control === pressed) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    },
    true,
  );
}

function controlOf({ target }: Event): Element | null {
  return target instanceof Element ? target.closest(CONTROLS) : null;
}
