import { hasModifier, isComposing } from './keys';

/** Where keys mean text, or something else of their own. */
const TAKES_KEYS = 'input, textarea, select, vscode-text-field, [role=menu], [contenteditable]';

/**
 * Remembers what in the panel had the focus, since a page forgets it when the focus leaves for one of the editor's own
 * lists; and sends what is typed where nothing takes text to the message box.
 */
export class FocusKeeper {
  /** The newest last; the one before is for where the newest is gone. */
  private readonly last: HTMLElement[] = [];

  /** `onChange` hears when the panel gets or loses the focus. */
  constructor(onChange: (hasFocus: boolean) => void) {
    document.addEventListener('focusin', event => this.remember(event.target));
    document.addEventListener('keydown', event => typeIntoBox(event));
    addEventListener('focus', () => onChange(true));
    addEventListener('blur', () => onChange(false));
    if (document.hasFocus()) onChange(true);
  }

  /** Gives the focus to what had it last, or to the message box where that is gone. */
  giveBack(): void {
    const active = document.activeElement;
    if (active && active !== document.body) return;
    const before = this.last.findLast(element => element.isConnected && element.checkVisibility());
    if (before) before.focus({ preventScroll: true });
    else focusMessageBox();
  }

  private remember(target: EventTarget | null): void {
    if (!(target instanceof HTMLElement) || target === document.body) return;
    this.last.push(target);
    if (this.last.length > 2) this.last.shift();
  }
}

/** A letter that nothing else wants begins a sentence, and the key itself types it there. */
function typeIntoBox(event: KeyboardEvent): void {
  const { key, target } = event;
  if (event.defaultPrevented || isComposing(event) || hasModifier(event) || event.altKey) return;
  if (!/^\S$/u.test(key)) return;
  if (target instanceof Element && target.closest(TAKES_KEYS)) return;
  focusMessageBox();
}

export function focusMessageBox(): void {
  document.querySelector<HTMLElement>('.message')?.focus({ preventScroll: true });
}
