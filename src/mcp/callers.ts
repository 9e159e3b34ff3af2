import type { Caller, ServerRequests } from './mcpConnection';

/** So many questions of a server wait at once; what comes on top is not asked. */
const MAX_WAITING = 10;

/**
 * The chats that wait for a server, to which it may turn meanwhile. Which call a request belongs to, no protocol says: it goes
 * to the chat that has called last. What it asks is put to the user one after the other.
 */
export class Callers {
  readonly #calls = new Set<Caller>();
  #last: Promise<unknown> = Promise.resolve();
  #waiting = 0;

  /** Runs a call, during which the server may turn to who has made it. */
  async during<T>(caller: Caller | undefined, work: () => Promise<T>): Promise<T> {
    if (!caller) return work();
    this.#calls.add(caller);
    try {
      return await work();
    } finally {
      this.#calls.delete(caller);
    }
  }

  /** What a server may ask, with who it asks. */
  serving(name: string, { roots, elicit, maySample, sample }: ServerRequests): ServerRequests {
    const decline = { action: 'decline' } as const;
    return {
      roots,
      ...(elicit && {
        elicit: (server, request, signal) => {
          const caller = this.#newest();
          const end = endOf(signal, caller);
          return this.#inTurn(async () => (end.aborted ? decline : elicit(server, request, end, caller)), decline);
        },
      }),
      ...(sample &&
        maySample?.(name) && {
          sample: (server, request, signal) => {
            const caller = this.#newest();
            return this.#inTurn(() => sample(server, request, endOf(signal, caller), caller));
          },
        }),
    };
  }

  #newest(): Caller | undefined {
    return [...this.#calls].at(-1);
  }

  /** `otherwise`: the answer where too much is asked; absent: it is refused. */
  async #inTurn<T>(ask: () => Promise<T>, otherwise?: T): Promise<T> {
    if (this.#waiting >= MAX_WAITING) {
      if (otherwise !== undefined) return otherwise;
      throw new Error('Too many requests wait for the user.');
    }
    this.#waiting++;
    const asked = this.#last.then(ask).finally(() => this.#waiting--);
    this.#last = asked.catch(() => undefined);
    return asked;
  }
}

/** What is asked for a call ends with it. */
function endOf(signal: AbortSignal, caller: Caller | undefined): AbortSignal {
  return caller ? AbortSignal.any([signal, caller.signal]) : signal;
}
