import { hasModifier, isComposing } from './keys';

/** Elements that take text or handle keys in their own way. */
const TAKES_KEYS = 'input, textarea, select, vscode-text-field, [role=menu], [contenteditable]';

/**
 * Remembers which element of the panel had the focus, because the page forgets it when the focus moves to one of the
 * editor's own lists; and redirects typing to the message box when the focused element takes no text.
 */
export class FocusKeeper {
  /** The last two focused elements, latest last; the earlier one is used if the latest no longer exists. */
  readonly #last: HTMLElement[] = [];

  /** `onChange` is called when the panel gets or loses the focus. */
  constructor(onChange: (hasFocus: boolean) => void) {
    document.addEventListener('focusin', event => this.#remember(event.target));
    document.addEventListener('keydown', event => typeIntoBox(event));
    addEventListener('focus', () => onChange(true));
    addEventListener('blur', () => onChange(false));
    if (document.hasFocus()) onChange(true);
  }

  /** Returns the focus to the last focused element, or to the message box if that no longer exists. */
  giveBack(): void {
    const active = document.activeElement;
    if (active && active !== document.body) return;
    const before = this.#last.findLast(element => element.isConnected && element.checkVisibility());
    if (before) before.focus({ preventScroll: true });
    else focusMessageBox();
  }

  #remember(target: EventTarget | null): void {
    if (!(target instanceof HTMLElement) || target === document.body) return;
    this.#last.push(target);
    if (this.#last.length > 2) this.#last.shift();
  }
}

/** The box gets the focus before the key inserts its character there. */
function typeIntoBox(event: KeyboardEvent): void {
  if (!event.defaultPrevented && startsPrompt(event)) focusMessageBox();
}

/** Whether the key is that of a character that nothing else handles, so that it is typed into the message box. */
export function startsPrompt(event: KeyboardEvent): boolean {
  const { key, target } = event;
  if (isComposing(event) || hasModifier(event) || event.altKey || !/^\S$/u.test(key)) return false;
  return !(target instanceof Element && target.closest(TAKES_KEYS));
}

export function focusMessageBox(): void {
  document.querySelector<HTMLElement>('.message')?.focus({ preventScroll: true });
}
