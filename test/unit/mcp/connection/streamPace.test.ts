import assert from 'node:assert/strict';
import { StreamPace } from '../../../../src/mcp/connection/streamPace';
import { ManualClock } from '../../../support/manualClock';

describe('Streams of a server that ends each one at once', () => {
  it('are requested ten times, then once per second, until it has been calm', async () => {
    const clock = new ManualClock();
    const pace = new StreamPace(clock);
    const { signal } = new AbortController();
    for (let i = 0; i < 10; i++) await pace.next(signal);
    for (let i = 0; i < 10; i++) {
      const next = pace.next(signal);
      assert.ok(clock.hasTimer(1000), `after ${i}`);
      clock.pass(1000);
      await next;
    }
    for (let i = 0; i < 10; i++) await pace.next(signal);
  });

  it('are waited for no longer than the connection lasts', async () => {
    const clock = new ManualClock();
    const pace = new StreamPace(clock);
    const end = new AbortController();
    for (let i = 0; i < 10; i++) await pace.next(end.signal);
    const next = pace.next(end.signal);
    end.abort();
    await next;
    assert.ok(!clock.hasTimer(1000));
    await pace.next(end.signal);
  });
});
