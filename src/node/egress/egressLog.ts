import type { EgressEntry, EgressUse } from '../../agent/ports/egress';

/** How many requests are stored; the oldest are dropped first. */
const MOST = 1000;

type Open = { -readonly [K in keyof EgressEntry]: EgressEntry[K] };

/** The latest requests of a window or a run: destination, purpose and size. Never their content. */
export class EgressLog {
  readonly #entries: Open[] = [];
  readonly #listeners = new Set<() => void>();
  #last = 0;

  constructor(private readonly now: () => number) {}

  /** Oldest first. */
  get entries(): readonly EgressEntry[] {
    return this.#entries;
  }

  /** Calls `listener` on each change, until the returned function is called. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  begin(url: URL, use: EgressUse, { method = 'GET', bytes = 0 }): (change: (entry: Open) => void) => void {
    const at = this.now();
    const entry: Open = {
      ...{ id: ++this.#last, at, host: url.host, method },
      ...{ purpose: use.purpose, ...(use.chat !== undefined && { chat: use.chat }) },
      ...{ sent: bytes, received: 0, outcome: 'open', ms: 0 },
    };
    this.#entries.push(entry);
    if (this.#entries.length > MOST) this.#entries.shift();
    this.#tell();
    return change => {
      change(entry);
      entry.ms = this.now() - at;
      this.#tell();
    };
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}
