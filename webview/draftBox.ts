import { moveFocus } from './moveFocus';
import { PromptHistory } from './promptHistory';

const SAVE_AFTER_MS = 300;

/** The text of the message box: typing, saving drafts, restoring them, and recalling earlier prompts. */
export class DraftBox {
  #area: HTMLTextAreaElement | null = null;
  readonly #history = new PromptHistory();
  #restored = '';
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** The text typed before the user began to edit an earlier prompt. */
  #aside: string | undefined;

  constructor(
    private readonly save: (text: string) => void,
    private readonly onEmpty: (isEmpty: boolean) => void,
    /** Called with each new text of the box. */
    private readonly onText: (text: string) => void = () => undefined,
  ) {
    addEventListener('visibilitychange', () => this.#saveNow());
    // A command, for example, may move the chat to another surface, which shows the saved draft.
    addEventListener('blur', () => this.#saveNow());
  }

  attach(area: HTMLTextAreaElement | null): void {
    this.#area = area;
  }

  get text(): string {
    return this.#area?.value ?? '';
  }

  /** Call this when the user has changed the text. */
  typed(): void {
    this.#history.leave();
    this.#changed();
  }

  /**
   * Shows the draft saved by the host, unless that would lose something typed since. Drafts belong to the workspace,
   * not to a chat, so text in the box is never older than the saved draft, in any chat.
   */
  restore(draft: string): void {
    if (
      !this.#area ||
      this.#aside !== undefined ||
      this.#timer !== undefined ||
      !['', this.#restored].includes(this.text)
    )
      return;
    this.#restored = draft;
    this.#area.value = draft;
    this.onText(draft);
    this.onEmpty(draft.trim() === '');
  }

  /** Empties the box: its text has moved elsewhere. */
  leave(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#aside = undefined;
    if (this.#area) this.#area.value = '';
    this.#restored = '';
  }

  /**
   * Shows an earlier prompt for editing. The text typed before is set aside, and the edited text is not saved as a
   * draft.
   */
  beginEdit(text: string): void {
    const area = this.#area;
    if (!area) return;
    this.#saveNow();
    this.#aside ??= area.value;
    area.value = text;
    moveFocus(area);
    area.setSelectionRange(text.length, text.length);
    this.typed();
  }

  /** Restores the text typed before editing. */
  endEdit(): void {
    if (!this.#area || this.#aside === undefined) return;
    this.#area.value = this.#aside;
    this.#aside = undefined;
    this.#history.leave();
    this.onEmpty(this.text.trim() === '');
  }

  /** Focuses the box, at the user's request. */
  takeFocus(): void {
    this.#area?.focus();
  }

  /**
   * Inserts text at the caret, with a space before it if needed. This may happen late, for example when a prompt was
   * refused, so it doesn't take the focus from outside the panel.
   */
  insert(text: string): void {
    const area = this.#area;
    if (!area) return;
    moveFocus(area);
    const before = area.value.slice(0, area.selectionStart);
    const gap = before === '' || /\s$/.test(before) ? '' : ' ';
    area.setRangeText(gap + text, area.selectionStart, area.selectionEnd, 'end');
    this.typed();
  }

  clear(): void {
    if (this.#area) this.#area.value = '';
    this.typed();
    this.#saveNow();
  }

  /** Restores text that could not be sent, before anything typed since. */
  putBack(text: string): void {
    if (this.#area) this.#area.value = [text, this.text].filter(Boolean).join('\n');
    this.typed();
  }

  /** Recalls a prompt if the key asks for it: Up on the first line, Down on the last. Returns whether it did. */
  recall(event: KeyboardEvent, prompts: readonly string[]): boolean {
    const area = this.#area;
    if (!area || area.selectionStart !== area.selectionEnd) return false;
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return false;
    const isUp = event.key === 'ArrowUp' && !area.value.slice(0, area.selectionStart).includes('\n');
    const isDown = event.key === 'ArrowDown' && !area.value.slice(area.selectionStart).includes('\n');
    if (!isUp && !isDown) return false;
    const text = isUp ? this.#history.back(prompts, area.value) : this.#history.forward(prompts);
    if (text === undefined) return false;
    area.value = text;
    const caret = isUp ? 0 : text.length;
    area.setSelectionRange(caret, caret);
    this.#changed();
    return true;
  }

  #changed(): void {
    this.onText(this.text);
    this.onEmpty(this.text.trim() === '');
    if (this.#aside === undefined) this.#timer ??= setTimeout(() => this.#saveNow(), SAVE_AFTER_MS);
  }

  #saveNow(): void {
    if (this.#timer === undefined) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.save(this.text);
  }
}
