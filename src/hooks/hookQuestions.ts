import type { PendingHook } from '../agent/ports/hooks';

export interface HookQuestionsOptions {
  /** Puts a hook to the person; undefined: they closed the question. */
  readonly ask: (hook: PendingHook) => Promise<'approve' | 'show' | 'later' | undefined>;
  readonly show: (hook: PendingHook) => Promise<void>;
  readonly reportBug: (error: unknown) => void;
}

/** Asks about hooks of a project one after the other, and about none twice, unless it has changed. */
export class HookQuestions {
  readonly #asked = new Set<string>();
  #last: Promise<void> = Promise.resolve();

  constructor(private readonly options: HookQuestionsOptions) {}

  /** Resolves when all that were given so far have been answered. */
  put(hooks: readonly PendingHook[]): Promise<void> {
    for (const hook of hooks) {
      if (this.#asked.has(hook.key)) continue;
      this.#asked.add(hook.key);
      this.#last = this.#last.then(() => this.#ask(hook)).catch(this.options.reportBug);
    }
    return this.#last;
  }

  /** Who has looked at a hook is asked again. */
  async #ask(hook: PendingHook): Promise<void> {
    for (;;) {
      const answer = await this.options.ask(hook);
      if (answer === 'approve') hook.approve();
      if (answer !== 'show') return;
      await this.options.show(hook);
    }
  }
}
