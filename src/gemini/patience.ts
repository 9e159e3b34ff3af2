import type { OnSilence } from '../agent/ports/model';
import { realTimers, type After } from '../agent/ports/timers';

export interface Patience {
  /** Milliseconds to wait for the first byte of a stream. */
  readonly firstByteMs: number;
  /** Milliseconds to wait for each further one. */
  readonly silenceMs: number;
  /** Milliseconds of silence after which the caller is notified; if absent, it isn't. */
  readonly noticeMs?: number;
  /** Milliseconds for which the pieces of a fast stream are collected; if absent, each is read as it arrives. */
  readonly gatherMs?: number;
  /** Calls `run` after `ms`, unless the returned function is called before; by default a real timer. */
  readonly after?: After;
}

/**
 * Just under three frames of a screen: an answer still grows smoothly, and the panel gets at most about 21 messages a
 * second.
 */
const GATHER_MS = 45;

export const PATIENCE: Patience = {
  firstByteMs: 60_000,
  silenceMs: 120_000,
  noticeMs: 10_000,
  gatherMs: GATHER_MS,
};

/** A complete answer arrives in one piece only after it was generated, so silence is less meaningful. */
export const WHOLE_ANSWER: Patience = { firstByteMs: 300_000, silenceMs: 300_000, noticeMs: 30_000 };

/** Sign-ins and accounts respond quickly or not at all; only the first setup of an account takes longer. */
export const SIGN_IN: Patience = { firstByteMs: 60_000, silenceMs: 60_000, noticeMs: 10_000 };

/** Aborts a request when the user does, or when the service is silent for too long. */
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
  /** The user chose not to wait any longer. */
  isGivenUp = false;
  /** Set this when the whole answer is there, so that `end` has nothing to abort. */
  isDone = false;

  constructor(user: AbortSignal, patience: Patience, onSilence?: OnSilence) {
    this.#user = user;
    this.#patience = patience;
    this.#after = patience.after ?? realTimers.after;
    this.#onSilence = onSilence;
    this.#cancel = this.#after(patience.firstByteMs, this.#giveUp);
    this.#noticeLater();
    if (user.aborted) this.#stop();
    else user.addEventListener('abort', this.#stop);
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Call this when a part of the answer has arrived. */
  heard(): void {
    this.#cancel();
    this.#cancel = this.#after(this.#patience.silenceMs, this.#giveUp);
    this.lives();
  }

  /** Call this when any byte has arrived, even one that only shows that the service is alive. */
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
    if (!this.isDone) this.#controller.abort();
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
