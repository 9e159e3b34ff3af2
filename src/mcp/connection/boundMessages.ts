import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';

/**
 * How many messages a server may send by itself per window; responses aren't counted, since they match our requests.
 */
const MAX_MESSAGES = 10_000;
const WINDOW_MS = 10_000;

/** Ignores all further messages of a server that floods us, which would starve everything else. */
export function boundMessages(transport: Transport, onFlood: () => void, now: () => number = Date.now): void {
  const { onmessage: pass } = transport;
  let [began, count, isOver] = [now(), 0, false];
  transport.onmessage = (message, extra) => {
    if (isOver) return;
    if ('method' in message) {
      if (now() - began >= WINDOW_MS) [began, count] = [now(), 0];
      if (++count > MAX_MESSAGES) {
        isOver = true;
        onFlood();
        return;
      }
    }
    pass?.(message, extra);
  };
}
