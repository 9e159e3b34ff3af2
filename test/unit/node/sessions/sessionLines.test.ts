import assert from 'node:assert/strict';
import { formatEvents, HEADER_LINE, parseLongSession, parseSession } from '../../../../src/node/sessions/sessionLines';
import type { AgentEvent } from '../../../../src/shared/events';

describe('The lines of a session', () => {
  it('are read giving way to whatever else there is to do, and are the same', async () => {
    const events = Array.from({ length: 20_000 }, (_, i): AgentEvent => {
      const parts = [{ type: 'text' as const, text: `Some words of prompt ${i}. `.repeat(20) }];
      return { type: 'message', message: { id: `m${i}`, at: i, role: 'user', parts } };
    });
    const text = `${HEADER_LINE}${formatEvents(events)}{"type":"mess`;
    let turns = 0;
    let isRead = false;
    const count = () => {
      turns++;
      if (!isRead) setImmediate(count);
    };
    setImmediate(count);
    const session = await parseLongSession(text);
    isRead = true;
    assert.ok(turns >= 3, `${turns} turns`);
    assert.deepEqual(session, parseSession(text));
    assert.deepEqual([session?.events.length, session?.spoilt], [20_000, 1]);
  });

  it('of a later version are none that can be read, wherever it begins', async () => {
    const later = `${HEADER_LINE}{"type":"pollux-session","version":2}\n`;
    assert.deepEqual([parseSession(later), await parseLongSession(later)], [null, null]);
  });
});
