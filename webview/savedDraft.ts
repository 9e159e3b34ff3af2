import { hasModifier } from './keys';
import type { PageMemory } from './pageMemory';
import type { Services } from './services';

const SAVE_AFTER_MS = 100;

/**
 * Where the message box saves its text: with the host, soon after it was typed, and until the host has it in the
 * page's memory, which survives even a reload at the next moment.
 */
export class SavedDraft {
  #text = '';
  #timer: ReturnType<typeof setTimeout> | undefined;
  #movedFrom: string | null = null;
  /** A prompt that the host has neither taken nor refused yet. */
  #sending = '';
  /** The changed text of an earlier prompt that is being edited. */
  #edited = '';
  #editTimer: ReturnType<typeof setTimeout> | undefined;
  /** The same as the page before had it, until editing begins here. */
  #editedBefore = '';
  /** The host's draft is known, so that saving doesn't overwrite it. */
  #isKnown = false;

  constructor(
    private readonly host: Pick<Services['host'], 'saveDraft' | 'saveEdit'>,
    private readonly ask: Services['ask'],
    private readonly memory: Pick<PageMemory, 'setUnsaved' | 'takeUnsaved'>,
  ) {
    beforeLeaving(() => this.saveNow());
  }

  /** False: some of the text isn't on its way to the host. */
  get isSaved(): boolean {
    return this.#timer === undefined;
  }

  /** Must be called with each new text. */
  typed(text: string): void {
    this.#text = text;
    this.#remember(text);
    this.#timer ??= setTimeout(() => this.saveNow(), SAVE_AFTER_MS);
  }

  /** Must be called with a prompt that leaves the box: the page remembers it until the host has taken or refused it. */
  sending(prompt: string, sent: Promise<void>): void {
    this.#sending = prompt;
    this.#rememberAll();
    const end = () => {
      this.#sending = '';
      this.#rememberAll();
    };
    sent.then(end, end);
  }

  /** Must be called with each text of a prompt that is being edited; empty: it has no changes. */
  edits(text: string): void {
    if (this.#edited === text) return;
    this.#edited = text;
    this.#rememberAll();
    this.#editTimer ??= setTimeout(() => this.#saveEdit(), SAVE_AFTER_MS);
  }

  /** Must be called when an edited prompt is being sent, and when editing ends. */
  endEdits(): void {
    clearTimeout(this.#editTimer);
    this.#editTimer = undefined;
    this.#edited = '';
    this.#rememberAll();
  }

  /** The changed text that the page before had, once; empty: none. */
  takeEdited(): string {
    const edited = this.#editedBefore;
    this.#editedBefore = '';
    return edited;
  }

  /** Must be called when the text comes along from a chat, before `typed`: it stops being that chat's draft. */
  moved(from: string): void {
    this.#movedFrom = from;
  }

  /** Forgets a text that is saved elsewhere. */
  drop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#text = '';
    this.endEdits();
  }

  saveNow(): void {
    if (this.#editTimer !== undefined) this.#saveEdit();
    if (this.isSaved || !this.#isKnown) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const text = this.#text;
    const saved = this.host.saveDraft(text, this.#movedFrom).then(() => {
      if (this.#text === text) this.#remember('');
    });
    this.#movedFrom = null;
    this.ask(saved);
  }

  /**
   * The draft of a chat, with what the page before had not saved of it. `outgoing`: the prompt that the host has taken
   * already. `isEditing`: the prompt that the page before edited still is edited.
   */
  complete(draft: string, chat: string, outgoing = '', isEditing = false): string {
    if (!this.#isKnown && this.#timer !== undefined) {
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => this.saveNow(), SAVE_AFTER_MS);
    }
    this.#isKnown = true;
    const { unsaved: typed = '', edited = '' } = this.memory.takeUnsaved(chat);
    if (isEditing) this.#editedBefore = edited;
    const unsaved = isEditing ? typed : [typed, edited].filter(Boolean).join('\n');
    if (draft.includes(unsaved) || unsaved.trim() === outgoing) return draft;
    return unsaved.startsWith(draft) ? unsaved : `${draft}\n${unsaved}`;
  }

  #saveEdit(): void {
    clearTimeout(this.#editTimer);
    this.#editTimer = undefined;
    this.ask(this.host.saveEdit(this.#edited));
  }

  #rememberAll(): void {
    this.#remember(this.isSaved ? '' : this.#text);
  }

  #remember(unsaved: string): void {
    this.memory.setUnsaved([this.#sending, unsaved].filter(Boolean).join('\n'), this.#edited);
  }
}

/** Calls `save` before the user can leave the panel, or run a command that shows the saved draft elsewhere. */
function beforeLeaving(save: () => void): void {
  addEventListener('visibilitychange', save);
  addEventListener('blur', save);
  const onKey = (event: KeyboardEvent) => {
    if (hasModifier(event) || event.altKey || /^F\d+$/.test(event.key)) save();
  };
  addEventListener('keydown', onKey, true);
}
