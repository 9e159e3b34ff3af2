import { moveFocus } from './moveFocus';
import { PromptHistory } from './promptHistory';

const SAVE_AFTER_MS = 300;

/** The text of the message box: typed, kept for later, restored, recalled. */
export class DraftBox {
  private area: HTMLTextAreaElement | null = null;
  private readonly history = new PromptHistory();
  private restored = '';
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** What was typed before an earlier prompt was taken to be changed. */
  private aside: string | undefined;

  constructor(
    private readonly save: (text: string) => void,
    private readonly onEmpty: (isEmpty: boolean) => void,
    /** Told of every text that the box comes to have. */
    private readonly onText: (text: string) => void = () => undefined,
  ) {
    addEventListener('visibilitychange', () => this.saveNow());
  }

  attach(area: HTMLTextAreaElement | null): void {
    this.area = area;
  }

  get text(): string {
    return this.area?.value ?? '';
  }

  /** The person changed the text. */
  typed(): void {
    this.history.leave();
    this.changed();
  }

  /**
   * Takes the draft that the host kept, unless that would lose something typed since. Drafts belong to the workspace, not
   * to a chat, so what the person typed is never older than that, whichever chat comes.
   */
  restore(draft: string): void {
    if (!this.area || this.aside !== undefined || this.timer !== undefined || !['', this.restored].includes(this.text))
      return;
    this.restored = draft;
    this.area.value = draft;
    this.onText(draft);
    this.onEmpty(draft.trim() === '');
  }

  /** What was typed has gone elsewhere. */
  leave(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.aside = undefined;
    if (this.area) this.area.value = '';
    this.restored = '';
  }

  /** Shows an earlier prompt, to be changed; what was typed is kept aside, and what is typed now is no draft. */
  beginEdit(text: string): void {
    const { area } = this;
    if (!area) return;
    this.saveNow();
    this.aside ??= area.value;
    area.value = text;
    moveFocus(area);
    area.setSelectionRange(text.length, text.length);
    this.typed();
  }

  /** What was typed before is back. */
  endEdit(): void {
    if (!this.area || this.aside === undefined) return;
    this.area.value = this.aside;
    this.aside = undefined;
    this.history.leave();
    this.onEmpty(this.text.trim() === '');
  }

  /** Puts the caret into the box, because the user asked for it. */
  takeFocus(): void {
    this.area?.focus();
  }

  /**
   * Puts text where the caret is, set off from what stands before it. It may come late, as of a prompt that was refused,
   * so the focus is not taken from elsewhere.
   */
  insert(text: string): void {
    const { area } = this;
    if (!area) return;
    moveFocus(area);
    const before = area.value.slice(0, area.selectionStart);
    const gap = before === '' || /\s$/.test(before) ? '' : ' ';
    area.setRangeText(gap + text, area.selectionStart, area.selectionEnd, 'end');
    this.typed();
  }

  clear(): void {
    if (this.area) this.area.value = '';
    this.typed();
    this.saveNow();
  }

  /** Puts text that could not be sent back, before anything typed since. */
  putBack(text: string): void {
    if (this.area) this.area.value = [text, this.text].filter(Boolean).join('\n');
    this.typed();
  }

  /** Recalls a prompt if the key asks for it: up in the first line, down in the last. */
  recall(event: KeyboardEvent, prompts: readonly string[]): boolean {
    const { area } = this;
    if (!area || area.selectionStart !== area.selectionEnd) return false;
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return false;
    const isUp = event.key === 'ArrowUp' && !area.value.slice(0, area.selectionStart).includes('\n');
    const isDown = event.key === 'ArrowDown' && !area.value.slice(area.selectionStart).includes('\n');
    if (!isUp && !isDown) return false;
    const text = isUp ? this.history.back(prompts, area.value) : this.history.forward(prompts);
    if (text === undefined) return false;
    area.value = text;
    const caret = isUp ? 0 : text.length;
    area.setSelectionRange(caret, caret);
    this.changed();
    return true;
  }

  private changed(): void {
    this.onText(this.text);
    this.onEmpty(this.text.trim() === '');
    if (this.aside === undefined) this.timer ??= setTimeout(() => this.saveNow(), SAVE_AFTER_MS);
  }

  private saveNow(): void {
    if (this.timer === undefined) return;
    clearTimeout(this.timer);
    this.timer = undefined;
    this.save(this.text);
  }
}
