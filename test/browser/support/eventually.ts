import { setTimeout as delay } from 'node:timers/promises';

const INTERVAL_MS = 50;

/** Resolves when `check` no longer throws; throws its last error when that takes longer than `ms`. */
export async function eventually(check: () => unknown, ms = 30_000): Promise<void> {
  const end = performance.now() + ms;
  for (;;) {
    try {
      await check();
      return;
    } catch (error) {
      if (performance.now() > end) throw error;
      await delay(INTERVAL_MS);
    }
  }
}
