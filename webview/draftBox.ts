import { EditedPrompt } from './editedPrompt';
import { moveFocus } from './moveFocus';
import { PromptHistory } from './promptHistory';
import type { SavedDraft } from './savedDraft';

/** The text of the message box: typing, saving drafts, restoring them, and recalling earlier prompts. */
export class DraftBox {
  #area: HTMLTextAreaElement | null = null;
  readonly #history = new PromptHistory();
  #restored = '';
  /** The text typed before the user began to edit an earlier prompt. */
  #aside: string | undefined;
  readonly edited = new EditedPrompt();
  /** The chat of the last draft; empty: there was none. */
  #chatId = '';

  constructor(
    readonly saved: Pick<SavedDraft, keyof SavedDraft>,
    private readonly onEmpty: (isEmpty: boolean) => void,
    /** Called with each new text of the box. */
    private readonly onText: (text: string) => void = () => undefined,
  ) {}

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
   * Shows the draft of a chat. Text typed since the last one moves to this chat, unless it is saved as the draft of
   * another chat and this chat has its own. `outgoing`: the prompt that the host is sending. `isEditing`: a prompt of
   * the chat is being edited.
   */
  restore(stored: string, chatId: string, outgoing?: string, isEditing?: boolean): void {
    const before = this.#chatId;
    const isOther = !['', chatId].includes(before);
    this.#chatId = chatId;
    if (isOther && this.#aside !== undefined) {
      // The host has the other chat's draft, and the changes of its prompt.
      this.saved.saveNow();
      this.leave();
    }
    const draft = this.saved.complete(stored, chatId, outgoing, isEditing);
    if (!this.#area || this.#aside !== undefined) return;
    const { isSaved } = this.saved;
    const isTyped = !isSaved || !['', this.#restored].includes(this.text);
    if (isTyped && before === chatId) return;
    if (isTyped && (draft === '' || !isSaved || before === '')) {
      if (draft !== this.text) this.#area.value = [draft, this.text].filter(Boolean).join('\n');
      if (isOther) this.saved.moved(before);
      this.#changed();
      return;
    }
    this.#restored = draft;
    this.#area.value = draft;
    if (draft !== stored) return this.#changed();
    this.onText(draft);
    this.onEmpty(draft.trim() === '');
  }

  /** Empties the box: its text has moved elsewhere. */
  leave(): void {
    this.saved.drop();
    this.#aside = undefined;
    if (this.#area) this.#area.value = '';
    this.#restored = '';
  }

  /**
   * Shows an earlier prompt for editing, with the changes so far, if any. It isn't saved as a draft; the text typed
   * before is set aside.
   */
  beginEdit(prompt: string, changed = prompt): void {
    const area = this.#area;
    if (!area) return;
    // Another prompt was being edited.
    this.endEdit();
    this.saved.saveNow();
    this.#aside = area.value;
    this.edited.begin(prompt);
    const text = this.saved.takeEdited() || changed;
    area.value = text;
    moveFocus(area);
    area.setSelectionRange(text.length, text.length);
    this.typed();
  }

  /** Must be called when the edited prompt could not be sent: it stays in the box. */
  editNotSent(text: string): void {
    this.edited.notSent();
    if (this.#aside === undefined) this.putBack(text);
    else this.#changed();
  }

  /** Restores the text typed before editing. Changes that were neither sent nor cancelled follow it. */
  endEdit(): void {
    if (!this.#area || this.#aside === undefined) return;
    const isLost = this.edited.hasOpenChanges(this.text);
    this.#area.value = [this.#aside, isLost ? this.text : ''].filter(Boolean).join('\n');
    this.#aside = undefined;
    this.saved.endEdits();
    this.#history.leave();
    if (isLost) this.#changed();
    else this.onEmpty(this.text.trim() === '');
  }

  /** Focuses the box, at the user's request. */
  takeFocus(): void {
    this.#area?.focus();
  }

  /** Inserts text at the caret. A refused prompt may come late, so this takes no focus from outside the panel. */
  insert(text: string): void {
    const area = this.#area;
    if (!area) return;
    moveFocus(area);
    insertAtCaret(area, text);
    this.typed();
  }

  clear(): void {
    if (this.#area) this.#area.value = '';
    this.typed();
    this.saved.saveNow();
  }

  /** Restores text that could not be sent, before anything typed since. */
  putBack(text: string): void {
    if (this.#area) this.#area.value = [text, this.text].filter(Boolean).join('\n');
    this.typed();
  }

  /** Recalls a prompt if the key asks for it: Up on the first line, Down on the last. Returns whether it did. */
  recall(event: KeyboardEvent, prompts: readonly string[]): boolean {
    if (!this.#area || !recall(event, this.#area, this.#history, prompts)) return false;
    this.#changed();
    return true;
  }

  #changed(): void {
    this.onText(this.text);
    this.onEmpty(this.text.trim() === '');
    if (this.#aside === undefined) this.saved.typed(this.text);
    else this.saved.edits(this.edited.hasOpenChanges(this.text) ? this.text : '');
  }
}

/** Inserts a text, with a space before it if needed. */
function insertAtCaret(area: HTMLTextAreaElement, text: string): void {
  const before = area.value.slice(0, area.selectionStart);
  const gap = before === '' || /\s$/.test(before) ? '' : ' ';
  area.setRangeText(gap + text, area.selectionStart, area.selectionEnd, 'end');
}

function recall(
  event: KeyboardEvent,
  area: HTMLTextAreaElement,
  history: PromptHistory,
  prompts: readonly string[],
): boolean {
  const step = recallStep(event, area);
  if (!step) return false;
  const text = step === 'back' ? history.back(prompts, area.value) : history.forward(prompts);
  if (text === undefined) return false;
  area.value = text;
  const caret = step === 'back' ? 0 : text.length;
  area.setSelectionRange(caret, caret);
  return true;
}

/** What a key recalls: Up on the first line the prompt before, Down on the last line the next; undefined: none. */
function recallStep(event: KeyboardEvent, { value, selectionStart, selectionEnd }: HTMLTextAreaElement) {
  if (selectionStart !== selectionEnd) return undefined;
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return undefined;
  if (event.key === 'ArrowUp' && !value.slice(0, selectionStart).includes('\n')) return 'back';
  return event.key === 'ArrowDown' && !value.slice(selectionStart).includes('\n') ? 'forward' : undefined;
}
