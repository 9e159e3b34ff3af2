import type { Attributes, Signal } from './signals';
import type { Sink } from './sink';

export interface StatisticsOptions {
  /** Where they go; there is none until somebody sets it. */
  readonly address: string;
  readonly version: string;
  readonly fetch: typeof fetch;
  readonly now: () => number;
}

const EVERY_MS = 60_000;
const MAX_WAITING = 1000;
const TIMEOUT_MS = 5000;

interface Entry {
  readonly name: string;
  readonly at: number;
  readonly attributes: Attributes;
}

/** Posts what happened, as JSON, at most once a minute. What can't be sent is tried once more and then forgotten. */
export function openStatistics({ address, version, fetch, now }: StatisticsOptions): Sink {
  let waiting: Entry[] = [];
  let sentAt = now();
  const send = async (): Promise<void> => {
    const events = waiting;
    waiting = [];
    sentAt = now();
    if (events.length === 0) return;
    try {
      const response = await fetch(address, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ client: 'pollux', version, events }),
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      await response.body?.cancel();
    } catch {
      // Whoever counts can do without these, and nobody else is to notice.
      waiting = [...events, ...waiting].slice(-MAX_WAITING);
    }
  };
  return {
    take(signals: readonly Signal[], common) {
      for (const signal of signals) {
        if (signal.kind !== 'log') continue;
        waiting.push({ name: signal.name, at: signal.at, attributes: { ...common, ...signal.attributes } });
      }
      waiting = waiting.slice(-MAX_WAITING);
      if (now() - sentAt >= EVERY_MS) void send();
    },
    flush: send,
    close: async () => undefined,
  };
}
