import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';

/** A server may tell and ask so much by itself within so long; answers are as many as our own requests. */
const MAX_MESSAGES = 10_000;
const WINDOW_MS = 10_000;

/** Hears nothing more of a server that floods us, which would keep everything else from its turn. */
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
