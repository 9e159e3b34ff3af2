import type { ChangeReview, StagedChange } from '../../agent/ports/changeReview';
import type { IdeActions } from '../../mcp/companion/ideSessions';
import { addressOf, callKey, GEMINI_CLI } from '../../shared/callAddress';
import type { Verdict } from '../../shared/proposals';

export interface IdeReviewOptions {
  readonly review: ChangeReview;
  /** Shows the diff, as Gemini CLI requested. */
  readonly show: (callKey: string) => Promise<unknown>;
  /**
   * Reads a file, including unsaved edits; null text: it doesn't exist. Rejects for files outside the workspace
   * folders.
   */
  readonly read: (file: string) => Promise<{ readonly path: string; readonly text: string | null }>;
  readonly onAccepted: (file: string, text: string) => void;
  readonly onRejected: (file: string) => void;
}

/** Gemini CLI's changes in Pollux's review, at most one per file. Gemini CLI writes the file itself. */
export class IdeReview implements IdeActions {
  readonly #staged = new Map<string, StagedChange>();

  constructor(private readonly options: IdeReviewOptions) {}

  async openDiff(file: string, after: string): Promise<void> {
    const { review, show, read } = this.options;
    const { path, text: before } = await read(file);
    const key = callKey({ sessionId: GEMINI_CLI, callId: file });
    this.#staged.get(file)?.close();
    this.#staged.set(file, review.stage(key, { kind: 'edit', path, file, before, after }));
    await show(key);
  }

  async closeDiff(file: string): Promise<string | undefined> {
    return this.#take(file);
  }

  /** Applies the user's decision. Returns false if the key belongs to none of these changes. */
  decide(key: string, verdict: Verdict): boolean {
    const { sessionId, callId: file } = addressOf(key);
    if (sessionId !== GEMINI_CLI || !this.#staged.has(file)) return false;
    const left = this.#take(file) ?? '';
    const { onAccepted, onRejected } = this.options;
    if (verdict.decision === 'accept') onAccepted(file, verdict.edited ?? left);
    else onRejected(file);
    return true;
  }

  /** Removes all changes from the review; Gemini CLI then asks in its terminal. */
  dispose(): void {
    for (const file of [...this.#staged.keys()]) this.#take(file);
  }

  #take(file: string): string | undefined {
    const staged = this.#staged.get(file);
    this.#staged.delete(file);
    const text = staged?.text();
    staged?.close();
    return text;
  }
}
