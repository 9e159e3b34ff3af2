import assert from 'node:assert/strict';
import { stateForView } from '../../../src/chat/surfaces/viewEvents';
import { emptyChat } from '../../../src/shared/chatState';
import { applyEvent } from '../../../src/shared/applyEvent';
import { countDown } from '../../../webview/remaining';

describe('What remains until a retry', () => {
  it('goes down by the clock of the panel, and not below nothing', () => {
    let now = 7_000;
    const remaining = countDown(5000, () => now);
    assert.equal(remaining(), 5000);
    now += 4000;
    assert.equal(remaining(), 1000);
    now += 4000;
    assert.equal(remaining(), 0);
  });

  it('is told to a panel that comes later as what is left by the clock of the host', () => {
    const opened = applyEvent(emptyChat(), { type: 'run-started', at: 0 });
    const retry = { attempt: 2, maxAttempts: 4, reason: 'Busy.' };
    const waiting = { ...opened, retry: { ...retry, at: 1000, remainingMs: 9000 } };
    assert.deepEqual(stateForView(waiting, 4000).state.retry, { ...retry, at: 4000, remainingMs: 6000 });
    assert.deepEqual(stateForView(waiting, 99_000).state.retry, { ...retry, at: 99_000, remainingMs: 0 });
    assert.equal('retry' in stateForView(opened, 4000).state, false);
  });
});
