import type { Caller, ServerRequests } from './mcpConnection';

/** How many questions of a server may wait at the same time; further ones are declined or refused. */
const MAX_WAITING = 10;

/**
 * The chats that wait for a server, which may ask them questions meanwhile. The protocol doesn't say which call a
 * request belongs to, so it goes to the chat that called last. The user gets the questions one at a time.
 */
export class Callers {
  readonly #calls = new Set<Caller>();
  #last: Promise<unknown> = Promise.resolve();
  #waiting = 0;

  /** Runs a call, during which the server may ask the caller. */
  async during<T>(caller: Caller | undefined, work: () => Promise<T>): Promise<T> {
    if (!caller) return work();
    this.#calls.add(caller);
    try {
      return await work();
    } finally {
      this.#calls.delete(caller);
    }
  }

  /** The requests that a server may make, routed to the caller. */
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

  /** `otherwise`: the answer if too many requests wait; if absent, the request is rejected. */
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

/** Ends with the request or with the call it was made for. */
function endOf(signal: AbortSignal, caller: Caller | undefined): AbortSignal {
  return caller ? AbortSignal.any([signal, caller.signal]) : signal;
}
