import type { Attributes, Signal } from './signals';
import type { Sink } from './sink';

export interface StatisticsOptions {
  /** The URL to send to; there is no default. */
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

/**
 * Posts events as JSON, at most once a minute. Events of a failed request are sent again with the next one; only the
 * newest 1000 are queued.
 */
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
      // Statistics are dispensable, and a failure must not be noticed anywhere else.
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
