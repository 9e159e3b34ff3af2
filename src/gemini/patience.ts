export interface Patience {
  /** How long to wait for the first byte of a stream. */
  readonly firstByteMs: number;
  /** How long to wait for each further one. */
  readonly silenceMs: number;
  /** How long to let the pieces of a fast stream gather; without, each is taken as it comes. */
  readonly gatherMs?: number;
}

/** Just under three frames of a screen: an answer still grows smoothly, and the panel gets 21 messages a second. */
const GATHER_MS = 45;

export const PATIENCE: Patience = { firstByteMs: 60_000, silenceMs: 120_000, gatherMs: GATHER_MS };

/** Aborts a request when its user does, or when the service is silent for too long. */
export class Watch {
  readonly #controller = new AbortController();
  readonly #user: AbortSignal;
  readonly #silenceMs: number;
  #timer: ReturnType<typeof setTimeout>;
  isSilent = false;

  constructor(user: AbortSignal, { firstByteMs, silenceMs }: Patience) {
    this.#user = user;
    this.#silenceMs = silenceMs;
    this.#timer = setTimeout(this.#giveUp, firstByteMs);
    if (user.aborted) this.#stop();
    else user.addEventListener('abort', this.#stop);
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  heard(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.#giveUp, this.#silenceMs);
  }

  end(): void {
    clearTimeout(this.#timer);
    this.#user.removeEventListener('abort', this.#stop);
    this.#controller.abort();
  }

  #giveUp = () => {
    this.isSilent = true;
    this.#controller.abort();
  };

  #stop = () => this.#controller.abort();
}
