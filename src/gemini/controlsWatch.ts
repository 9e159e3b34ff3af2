import type { CodeAssistAccess } from './access';

/** What an organisation prescribes. */
export interface AdminControls {
  /** As the text of a settings file. */
  readonly settings: string;
  /** What it turns off, in words. */
  readonly off: readonly string[];
}

/** What holds from now on. */
export interface ControlsNews {
  /** Undefined: nothing is prescribed. */
  readonly controls: AdminControls | undefined;
  /** Something else held before, for the same account. */
  readonly isChange: boolean;
  /** Why it could not be asked what is prescribed, so that everything is off that could be. */
  readonly error?: unknown;
}

export interface ControlsWatchOptions {
  /** The account that requests are sent for; undefined: none of an organisation's. */
  readonly account: () => Promise<CodeAssistAccess | undefined>;
  /** Throws where it can't be known. */
  readonly fetch: (access: CodeAssistAccess, signal: AbortSignal) => Promise<AdminControls | undefined>;
  /** What holds where it can't be known. */
  readonly closed: () => Promise<AdminControls> | AdminControls;
  readonly onNews: (news: ControlsNews) => void;
  /** It could not be asked whether something has changed; what was said last holds. */
  readonly onStale: (error: unknown) => void;
  /** Calls `run` every `ms` milliseconds until what it returns is called. */
  readonly repeat: (ms: number, run: () => void) => () => void;
}

/** As often as Gemini CLI asks. */
const POLL_MS = 5 * 60_000;
/** Longer, and a prompt is better off without what is not known to be allowed. */
const PATIENCE_MS = 15_000;

/** Follows what the organisation of the account prescribes; nothing is asked before the first `check`. */
export class ControlsWatch {
  #answered: readonly unknown[] | undefined;
  #settings: string | undefined;
  #isClosed = false;
  #checking: Promise<void> | undefined;
  #stop: (() => void) | undefined;
  readonly #end = new AbortController();

  constructor(private readonly options: ControlsWatchOptions) {}

  /** Resolves when what is prescribed for the account of now holds, or everything that can be prescribed. */
  check(): Promise<void> {
    this.#checking ??= this.#check().finally(() => (this.#checking = undefined));
    return this.#checking;
  }

  dispose(): void {
    this.#stop?.();
    this.#end.abort();
  }

  async #check(): Promise<void> {
    const access = await this.options.account();
    const account = access && [access.account ?? access.tokens, access.project, access.endpoint];
    if (account && this.#answered?.every((each, at) => each === account[at])) return;
    this.#stop?.();
    this.#answered = undefined;
    if (!access) {
      this.#hold({ controls: undefined, isChange: false });
      return;
    }
    try {
      const controls = await this.#fetch(access);
      this.#answered = account;
      this.#hold({ controls, isChange: false });
    } catch (error) {
      this.#hold({ controls: await this.options.closed(), isChange: false, error });
    }
    if (this.#isDisposed()) return;
    this.#stop = this.options.repeat(POLL_MS, () => void this.#ask(access));
  }

  #isDisposed(): boolean {
    return this.#end.signal.aborted;
  }

  async #ask(access: CodeAssistAccess): Promise<void> {
    try {
      this.#hold({ controls: await this.#fetch(access), isChange: true });
    } catch (error) {
      if (!this.#isDisposed()) this.options.onStale(error);
    }
  }

  #fetch(access: CodeAssistAccess): Promise<AdminControls | undefined> {
    return this.options.fetch(access, AbortSignal.any([this.#end.signal, AbortSignal.timeout(PATIENCE_MS)]));
  }

  /** The same again is no news, unless it holds for another reason. */
  #hold(news: ControlsNews): void {
    const [settings, isClosed] = [news.controls?.settings, 'error' in news];
    if (settings === this.#settings && isClosed === this.#isClosed) return;
    if (this.#isDisposed()) return;
    this.#settings = settings;
    this.#isClosed = isClosed;
    this.options.onNews(news);
  }
}
