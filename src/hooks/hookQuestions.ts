import type { PendingHook } from '../agent/ports/hooks';

/** What can be asked about: a hook, or another command of a project. */
export type Askable = Pick<PendingHook, 'key' | 'approve'>;

export interface HookQuestionsOptions<T extends Askable> {
  /** Puts a hook to the user; undefined: they closed the question. `isShown`: they have looked at all of it. */
  readonly ask: (hook: T, isShown: boolean) => Promise<'approve' | 'show' | 'later' | undefined>;
  readonly show: (hook: T) => Promise<void>;
  readonly reportBug: (error: unknown) => void;
}

/** Asks about hooks of a project one after the other, and about none twice, unless it has changed. */
export class HookQuestions<T extends Askable = PendingHook> {
  readonly #asked = new Set<string>();
  #last: Promise<void> = Promise.resolve();

  constructor(private readonly options: HookQuestionsOptions<T>) {}

  /** Resolves when all that were given so far have been answered. */
  put(hooks: readonly T[]): Promise<void> {
    for (const hook of hooks) {
      if (this.#asked.has(hook.key)) continue;
      this.#asked.add(hook.key);
      this.#last = this.#last.then(() => this.#ask(hook)).catch(this.options.reportBug);
    }
    return this.#last;
  }

  /** Asks now about one, whether it was asked about before or not. */
  async again(hook: T): Promise<void> {
    this.#asked.add(hook.key);
    this.#last = this.#last.then(() => this.#ask(hook)).catch(this.options.reportBug);
    return this.#last;
  }

  /** Who has looked at a hook is asked again. */
  async #ask(hook: T): Promise<void> {
    for (let isShown = false; ; isShown = true) {
      const answer = await this.options.ask(hook, isShown);
      if (answer === 'approve') hook.approve();
      if (answer !== 'show') return;
      await this.options.show(hook);
    }
  }
}
