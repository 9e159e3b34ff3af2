export interface Patience {
  /** How long to wait for the first byte of a stream. */
  readonly firstByteMs: number;
  /** How long to wait for each further one. */
  readonly silenceMs: number;
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

export const PATIENCE: Patience = { firstByteMs: 60_000, silenceMs: 120_000, gatherMs: GATHER_MS };

/** Aborts a request when its user does, or when the service is silent for too long. */
export class Watch {
  readonly #controller = new AbortController();
  readonly #user: AbortSignal;
  readonly #silenceMs: number;
  readonly #after: After;
  #cancel: () => void;
  isSilent = false;

  constructor(user: AbortSignal, { firstByteMs, silenceMs, after = realTime }: Patience) {
    this.#user = user;
    this.#silenceMs = silenceMs;
    this.#after = after;
    this.#cancel = after(firstByteMs, this.#giveUp);
    if (user.aborted) this.#stop();
    else user.addEventListener('abort', this.#stop);
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  heard(): void {
    this.#cancel();
    this.#cancel = this.#after(this.#silenceMs, this.#giveUp);
  }

  end(): void {
    this.#cancel();
    this.#user.removeEventListener('abort', this.#stop);
    this.#controller.abort();
  }

  #giveUp = () => {
    this.isSilent = true;
    this.#controller.abort();
  };

  #stop = () => this.#controller.abort();
}
