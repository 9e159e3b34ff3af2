import type { ChatState } from '../shared/chatState';
import type { TypedAnswers } from '../shared/protocol';

/** Nobody types more into a form. */
const MOST_TEXTS = 200;
const MOST_CHARACTERS = 200_000;

/** What is typed into forms of a chat but not sent, by the call that asks. In memory alone: it may be anything. */
export class FormDrafts {
  readonly #texts = new Map<string, readonly string[]>();

  constructor(private readonly open: () => ChatState['approvals']) {}

  /** What is too much for a form, or for a question that is no longer open, is left out. */
  save(callId: string, texts: readonly string[]): void {
    const length = texts.reduce((sum, text) => sum + text.length, 0);
    if (texts.length > MOST_TEXTS || length > MOST_CHARACTERS || !this.#isOpen(callId)) return;
    this.#texts.set(callId, texts);
  }

  /** Of the questions that are still open. */
  all(): TypedAnswers {
    for (const callId of this.#texts.keys()) if (!this.#isOpen(callId)) this.#texts.delete(callId);
    return Object.fromEntries(this.#texts);
  }

  #isOpen(callId: string): boolean {
    return this.open().some(approval => approval.callId === callId);
  }
}
