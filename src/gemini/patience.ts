import type { OnSilence } from '../agent/ports/model';

export interface Patience {
  /** How long to wait for the first byte of a stream. */
  readonly firstByteMs: number;
  /** How long to wait for each further one. */
  readonly silenceMs: number;
  /** How long nothing comes before whoever asks is told so; absent: they are not. */
  readonly noticeMs?: number;
  /** How long to let the pieces of a fast stream gather; without, each is taken as it comes. */
  readonly gatherMs?: number;
  /** Calls `run` after `ms` unless what it returned is called before; a real timer unless a test says otherwise. */
  readonly after?: After;
}

export type After = (ms: number, run: () => void) => () => void;

const realTime: After = (ms, run) => {
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
};

/** Just under three frames of a screen: an answer still grows smoothly, and the panel gets 21 messages a second. */
const GATHER_MS = 45;

export const PATIENCE: Patience = {
  firstByteMs: 60_000,
  silenceMs: 120_000,
  noticeMs: 10_000,
  gatherMs: GATHER_MS,
};

/** A whole answer comes in one piece after all of its words were made, so that less of its silence means something. */
export const WHOLE_ANSWER: Patience = { firstByteMs: 300_000, silenceMs: 300_000, noticeMs: 30_000 };

/** Sign-ins and accounts are quick where they are answered at all; being set up for the first time, an account takes longer. */
export const SIGN_IN: Patience = { firstByteMs: 60_000, silenceMs: 60_000, noticeMs: 10_000 };

/** Aborts a request when its user does, or when the service is silent for too long. */
export class Watch {
  readonly #controller = new AbortController();
  readonly #user: AbortSignal;
  readonly #patience: Patience;
  readonly #after: After;
  readonly #onSilence: OnSilence | undefined;
  #cancel: () => void;
  #cancelNotice: () => void = () => undefined;
  #isTold = false;
  isSilent = false;
  /** The user did not want to wait any longer. */
  isGivenUp = false;

  constructor(user: AbortSignal, patience: Patience, onSilence?: OnSilence) {
    this.#user = user;
    this.#patience = patience;
    this.#after = patience.after ?? realTime;
    this.#onSilence = onSilence;
    this.#cancel = this.#after(patience.firstByteMs, this.#giveUp);
    this.#noticeLater();
    if (user.aborted) this.#stop();
    else user.addEventListener('abort', this.#stop);
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Something came that belongs to the answer. */
  heard(): void {
    this.#cancel();
    this.#cancel = this.#after(this.#patience.silenceMs, this.#giveUp);
    this.lives();
  }

  /** Any byte came, be it one that only says that the service is there. */
  lives(): void {
    this.#cancelNotice();
    this.#takeBack();
    this.#noticeLater();
  }

  end(): void {
    this.#cancel();
    this.#cancelNotice();
    this.#takeBack();
    this.#user.removeEventListener('abort', this.#stop);
    this.#controller.abort();
  }

  #noticeLater(): void {
    const { noticeMs } = this.#patience;
    if (!this.#onSilence || noticeMs === undefined || this.signal.aborted) return;
    this.#cancelNotice = this.#after(noticeMs, () => {
      this.#isTold = true;
      this.#onSilence?.({ seconds: Math.round(noticeMs / 1000), retry: this.#retry });
    });
  }

  #takeBack(): void {
    if (this.#isTold) this.#onSilence?.(null);
    this.#isTold = false;
  }

  #giveUp = () => {
    this.isSilent = true;
    this.#controller.abort();
  };

  #retry = () => {
    this.isGivenUp = true;
    this.#giveUp();
  };

  #stop = () => this.#controller.abort();
}
