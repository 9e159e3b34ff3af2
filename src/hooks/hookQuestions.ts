import type { PendingHook } from '../agent/ports/hooks';

/** Something that requires approval: a hook, or another command of a project. */
export type Askable = Pick<PendingHook, 'key' | 'approve'>;

export interface HookQuestionsOptions<T extends Askable> {
  /** Asks the user about a hook; undefined: they dismissed the question. `isShown`: they have viewed the whole hook. */
  readonly ask: (hook: T, isShown: boolean) => Promise<'approve' | 'show' | 'later' | undefined>;
  readonly show: (hook: T) => Promise<void>;
  /** Whether it still needs approval when its turn comes; absent: unless it was approved meanwhile. */
  readonly isPending?: (hook: T) => Promise<boolean>;
  readonly reportBug: (error: unknown) => void;
}

/** Asks about the hooks of a project one after another, and about each only once, unless it has changed. */
export class HookQuestions<T extends Askable = PendingHook> {
  readonly #asked = new Set<string>();
  readonly #approved = new Set<string>();
  #last: Promise<void> = Promise.resolve();

  constructor(private readonly options: HookQuestionsOptions<T>) {}

  /** Resolves when all hooks passed so far have been answered. */
  put(hooks: readonly T[]): Promise<void> {
    for (const hook of hooks) {
      if (this.#asked.has(hook.key)) continue;
      this.#asked.add(hook.key);
      this.#last = this.#last.then(() => this.#askInTurn(hook)).catch(this.options.reportBug);
    }
    return this.#last;
  }

  /**
   * Asks about a hook immediately, even if it has been asked about before or another question is open.
   * `isShown`: shows it first, for what can't be approved otherwise.
   */
  async again(hook: T, isShown = false): Promise<void> {
    this.#asked.add(hook.key);
    await this.#askAgain(hook, isShown).catch(this.options.reportBug);
  }

  async #askAgain(hook: T, isShown: boolean): Promise<void> {
    if (isShown) await this.options.show(hook);
    await this.#ask(hook, isShown);
  }

  /** Earlier questions may have been open for long. */
  async #askInTurn(hook: T): Promise<void> {
    const isPending = !this.#approved.has(hook.key) && ((await this.options.isPending?.(hook)) ?? true);
    if (isPending) await this.#ask(hook);
    // It may come back, and is then asked about.
    else this.#asked.delete(hook.key);
  }

  /** After the user has viewed the hook, they are asked again. */
  async #ask(hook: T, wasShown = false): Promise<void> {
    for (let isShown = wasShown; ; isShown = true) {
      const answer = await this.options.ask(hook, isShown);
      if (answer === 'approve') {
        this.#approved.add(hook.key);
        hook.approve();
      }
      if (answer !== 'show') return;
      await this.options.show(hook);
    }
  }
}
