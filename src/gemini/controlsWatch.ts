import type { CodeAssistAccess } from './access';

/** What an organisation prescribes. */
export interface AdminControls {
  /** As the text of a settings file. */
  readonly settings: string;
  /** What it turns off, in words. */
  readonly off: readonly string[];
}

/** What was prescribed before this run. */
export interface EarlierControls extends AdminControls {
  /** In milliseconds since 1970. */
  readonly askedAt: number;
}

/** Where that is kept. */
export interface ControlsMemory {
  /** Undefined: nothing that could be relied on. */
  readonly read: (access: CodeAssistAccess) => Promise<EarlierControls | undefined>;
  /** Undefined: nothing is prescribed. */
  readonly save: (access: CodeAssistAccess, controls: AdminControls | undefined) => Promise<void>;
}

/** What holds from now on. */
export interface ControlsNews {
  /** Undefined: nothing is prescribed. */
  readonly controls: AdminControls | undefined;
  /** Something else held before, for the same account. */
  readonly isChange: boolean;
  /** Why it could not be asked what is prescribed, so that everything is off that could be, or what was prescribed before holds. */
  readonly error?: unknown;
  /** When that was asked, in milliseconds since 1970; absent: nothing earlier is known. */
  readonly askedAt?: number;
}

export interface ControlsWatchOptions {
  /** The account that requests are sent for; undefined: none of an organisation's. */
  readonly account: () => Promise<CodeAssistAccess | undefined>;
  /** Throws where it can't be known. */
  readonly fetch: (access: CodeAssistAccess, signal: AbortSignal) => Promise<AdminControls | undefined>;
  /** What holds where it can't be known. */
  readonly closed: () => Promise<AdminControls> | AdminControls;
  readonly memory: ControlsMemory;
  readonly onNews: (news: ControlsNews) => void;
  /** It could not be asked whether something has changed; what was said last holds. */
  readonly onStale: (error: unknown) => void;
  /** Aborts after `ms` milliseconds. */
  readonly timeout: (ms: number) => AbortSignal;
  /** Calls `run` every `ms` milliseconds until what it returns is called. */
  readonly repeat: (ms: number, run: () => void) => () => void;
}

/** As often as Gemini CLI asks. */
const POLL_MS = 5 * 60_000;
/** As often where no answer came in time. */
const RETRY_MS = 30_000;
/** Longer, and a prompt is better off without what is not known to be allowed. */
const PATIENCE_MS = 15_000;

/** Follows what the organisation of the account prescribes; nothing is asked before the first `check`. */
export class ControlsWatch {
  #answered: readonly unknown[] | undefined;
  #settings: string | undefined;
  #isClosed = false;
  /** Whether the last answer did not come in time. */
  #isSilent = false;
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
      // The next prompt asks again, but no prompt waits twice for a service that is silent.
      if (this.#isSilent) this.#answered = account;
      const kept = await this.options.memory.read(access);
      const askedAt = kept && { askedAt: kept.askedAt };
      this.#hold({ controls: kept ?? (await this.options.closed()), isChange: false, error, ...askedAt });
    }
    if (!this.#isDisposed()) this.#follow(access);
  }

  #isDisposed(): boolean {
    return this.#end.signal.aborted;
  }

  #follow(access: CodeAssistAccess): void {
    this.#stop?.();
    this.#stop = this.options.repeat(this.#isClosed ? RETRY_MS : POLL_MS, () => void this.#ask(access));
  }

  async #ask(access: CodeAssistAccess): Promise<void> {
    const wasClosed = this.#isClosed;
    const stop = this.#stop;
    try {
      const controls = await this.#fetch(access);
      if (stop !== this.#stop) return; // Another account has come since.
      this.#hold({ controls, isChange: !wasClosed });
      if (wasClosed && !this.#isDisposed()) this.#follow(access);
    } catch (error) {
      if (!this.#isDisposed()) this.options.onStale(error);
    }
  }

  async #fetch(access: CodeAssistAccess): Promise<AdminControls | undefined> {
    const { fetch, memory, onStale, timeout } = this.options;
    const patience = timeout(PATIENCE_MS);
    try {
      const controls = await fetch(access, AbortSignal.any([this.#end.signal, patience]));
      // What can't be stored holds all the same.
      await memory.save(access, controls).catch(onStale);
      return controls;
    } finally {
      this.#isSilent = patience.aborted;
    }
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
