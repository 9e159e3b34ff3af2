import assert from 'node:assert/strict';
import { splitHistory } from '../../../../src/agent/context/splitHistory';
import type { Message } from '../../../../src/shared/messages';

describe('Where a history is cut', () => {
  it('is found by looking at each message once, however many there are', () => {
    const messages = Array.from({ length: 5000 }, (_, i): Message[] => [
      { id: `u${i}`, at: i, role: 'user', parts: [{ type: 'text', text: 'x' }] },
      { id: `a${i}`, at: i, role: 'assistant', model: 'm', end: 'stop', parts: [{ type: 'text', text: 'y' }] },
    ]).flat();
    let asked = 0;
    const sizeOf = () => {
      asked++;
      return 10;
    };
    const split = splitHistory(messages, sizeOf, 0.3);
    assert.equal(asked, messages.length);
    assert.deepEqual([split?.covered.length, split?.tail.length, split?.tail[0]?.role], [7000, 3000, 'user']);
  });
});
