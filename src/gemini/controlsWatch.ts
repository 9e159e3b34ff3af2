import type { CodeAssistAccess } from './access';

/** The controls that an organization prescribes. */
export interface AdminControls {
  /** As the text of a settings file. */
  readonly settings: string;
  /** Descriptions of the disabled features. */
  readonly off: readonly string[];
}

/** The controls known from an earlier run. */
export interface EarlierControls extends AdminControls {
  /** In milliseconds since the epoch. */
  readonly askedAt: number;
}

/** Where the controls are stored. */
export interface ControlsMemory {
  /** Undefined if there are none or they can't be trusted. */
  readonly read: (access: CodeAssistAccess) => Promise<EarlierControls | undefined>;
  /** Undefined: no controls. */
  readonly save: (access: CodeAssistAccess, controls: AdminControls | undefined) => Promise<void>;
}

/** The controls that apply from now on. */
export interface ControlsNews {
  /** Undefined: no controls. */
  readonly controls: AdminControls | undefined;
  /** Whether other controls applied to the same account before. */
  readonly isChange: boolean;
  /** Why the controls couldn't be fetched, so that the earlier ones apply, or else the most restrictive ones. */
  readonly error?: unknown;
  /** When the earlier controls were fetched, in milliseconds since the epoch; absent if there are none. */
  readonly askedAt?: number;
}

export interface ControlsWatchOptions {
  /** The account in use; undefined if there can't be controls. */
  readonly account: () => Promise<CodeAssistAccess | undefined>;
  /** Throws if the controls can't be determined. */
  readonly fetch: (access: CodeAssistAccess, signal: AbortSignal) => Promise<AdminControls | undefined>;
  /** The controls that apply if they can't be determined. */
  readonly closed: () => Promise<AdminControls> | AdminControls;
  readonly memory: ControlsMemory;
  readonly onNews: (news: ControlsNews) => void;
  /** Called when checking for changes failed; the latest controls still apply. */
  readonly onStale: (error: unknown) => void;
  /** Aborts after `ms` milliseconds. */
  readonly timeout: (ms: number) => AbortSignal;
  /** Calls `run` every `ms` milliseconds, until the returned function is called. */
  readonly repeat: (ms: number, run: () => void) => () => void;
}

/** Same interval as Gemini CLI's. */
const POLL_MS = 5 * 60_000;
/** The interval while the controls couldn't be fetched. */
const RETRY_MS = 30_000;
/** How many milliseconds a prompt waits, before it continues without anything that may be forbidden. */
const PATIENCE_MS = 15_000;

/** Follows the controls of the account's organization; requests nothing before the first `check`. */
export class ControlsWatch {
  #answered: readonly unknown[] | undefined;
  #settings: string | undefined;
  #isClosed = false;
  /** Whether the last request timed out. */
  #isSilent = false;
  #checking: Promise<void> | undefined;
  #stop: (() => void) | undefined;
  readonly #end = new AbortController();

  constructor(private readonly options: ControlsWatchOptions) {}

  /** Resolves when the current account's controls apply, or the earlier or most restrictive ones. */
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
      // The next prompt asks again, but no prompt waits a second time for an unresponsive service.
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
      if (stop !== this.#stop) return; // The account has changed since.
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
      // Controls apply even if they can't be stored.
      await memory.save(access, controls).catch(onStale);
      return controls;
    } finally {
      this.#isSilent = patience.aborted;
    }
  }

  /** Unchanged controls aren't reported, unless the reason for them has changed. */
  #hold(news: ControlsNews): void {
    const [settings, isClosed] = [news.controls?.settings, 'error' in news];
    if (settings === this.#settings && isClosed === this.#isClosed) return;
    if (this.#isDisposed()) return;
    this.#settings = settings;
    this.#isClosed = isClosed;
    this.options.onNews(news);
  }
}
