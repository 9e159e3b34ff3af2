import { hasModifier } from './keys';
import type { PageMemory } from './pageMemory';
import type { SentPrompt } from '../src/shared/protocol';
import type { Services } from './services';

const SAVE_AFTER_MS = 100;

/** The prompts that a chat has: what a page had sent before it was reloaded may be among them. */
export interface KnownPrompts {
  /** The ids of those in the conversation. */
  readonly recorded: readonly string[];
  /** The texts of those that the host is sending or has queued. */
  readonly pending: readonly string[];
}

/**
 * Where the message box saves its text: with the host, soon after it was typed, and until the host has it in the
 * page's memory, which survives even a reload at the next moment.
 */
export class SavedDraft {
  #text = '';
  #timer: ReturnType<typeof setTimeout> | undefined;
  #movedFrom: string | null = null;
  /** The prompts that the host has neither recorded nor refused yet. */
  #sent: readonly SentPrompt[] = [];
  /** The host's draft is known, so that saving doesn't overwrite it. */
  #isKnown = false;

  constructor(
    private readonly host: Pick<Services['host'], 'saveDraft'>,
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

  /** Must be called with a prompt that leaves the box: the page remembers it until `done`. */
  sending(prompt: SentPrompt, done: Promise<void>): void {
    this.#sent = [...this.#sent, prompt];
    const rememberAgain = () => this.#remember(this.isSaved ? '' : this.#text);
    rememberAgain();
    const end = () => {
      this.#sent = this.#sent.filter(each => each !== prompt);
      rememberAgain();
    };
    done.then(end, end);
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
    this.#remember('');
  }

  saveNow(): void {
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

  /** The draft of a chat, with what the page before had not saved of it and the prompts that never reached the chat. */
  complete(draft: string, chat: string, known: KnownPrompts): string {
    if (!this.#isKnown && this.#timer !== undefined) {
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => this.saveNow(), SAVE_AFTER_MS);
    }
    this.#isKnown = true;
    const { text, sent } = this.memory.takeUnsaved(chat);
    const unsaved = [...lost(sent, known), text].filter(Boolean).join('\n');
    if (draft.includes(unsaved)) return draft;
    return unsaved.startsWith(draft) ? unsaved : `${draft}\n${unsaved}`;
  }

  #remember(unsaved: string): void {
    this.memory.setUnsaved(unsaved, this.#sent);
  }
}

/** The texts of the prompts that a chat hasn't got. The host records prompts in the order in which they are sent. */
function lost(sent: readonly SentPrompt[], { recorded, pending }: KnownPrompts): readonly string[] {
  const [first] = sent;
  if (!first) return [];
  const since = recorded.length - 1 - recorded.indexOf(first.after);
  return sent
    .slice(since)
    .map(({ text }) => text)
    .filter(text => !pending.some(each => `${each}\n\n`.includes(`${text.trim()}\n\n`)));
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
