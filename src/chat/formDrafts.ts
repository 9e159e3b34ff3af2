import type { ChatState } from '../shared/chatState';
import type { TypedAnswers } from '../shared/protocol';

/** Larger forms than these are not stored. */
const MOST_TEXTS = 200;
const MOST_CHARACTERS = 200_000;

/**
 * Text typed into a chat's forms but not sent, by the id of the call that asks. In memory only, since it may be
 * confidential.
 */
export class FormDrafts {
  readonly #texts = new Map<string, readonly string[]>();

  constructor(private readonly open: () => ChatState['approvals']) {}

  /** Ignores texts that are too long for a form, or that belong to a question no longer open. */
  save(callId: string, texts: readonly string[]): void {
    const length = texts.reduce((sum, text) => sum + text.length, 0);
    if (texts.length > MOST_TEXTS || length > MOST_CHARACTERS || !this.#isOpen(callId)) return;
    this.#texts.set(callId, texts);
  }

  /** The drafts of the questions that are still open. */
  all(): TypedAnswers {
    for (const callId of this.#texts.keys()) if (!this.#isOpen(callId)) this.#texts.delete(callId);
    return Object.fromEntries(this.#texts);
  }

  #isOpen(callId: string): boolean {
    return this.open().some(approval => approval.callId === callId);
  }
}
