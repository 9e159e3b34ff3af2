import assert from 'node:assert/strict';
import { LiveOutput } from '../../../../src/agent/calls/liveOutput';
import { LIVE_OUTPUT_LIMIT } from '../../../../src/shared/lastOutput';

describe('What a running call prints', () => {
  const told: string[] = [];
  const waits: number[] = [];
  let now: number;
  let due: (() => void) | undefined;
  let live: LiveOutput;
  beforeEach(() => {
    [now, due] = [0, undefined];
    told.length = 0;
    waits.length = 0;
    live = new LiveOutput(text => told.push(text), {
      now: () => now,
      after(ms, work) {
        waits.push(ms);
        due = work;
        return () => (due = undefined);
      },
    });
  });
  /** As much time goes by as was asked for last. */
  const pass = () => {
    now += waits.at(-1) ?? 0;
    due?.();
  };
  const line = (length: number) => `${'x'.repeat(length - 1)}\n`;

  it('is told at once, and then ten times a second', () => {
    for (const text of ['a', 'b', 'c']) {
      live.push(text);
      live.push('.');
      pass();
    }
    assert.deepEqual(
      [told, waits],
      [
        ['a.', 'b.', 'c.'],
        [0, 100, 100],
      ],
    );
  });

  it('is told once a second while it is more than is told', () => {
    const flood = () => {
      for (let i = 0; i < 30; i++) live.push(line(64 * 1024));
      pass();
    };
    flood();
    flood();
    flood();
    live.push('the end');
    pass();
    live.push('.');
    pass();
    assert.deepEqual(waits, [0, 1000, 1000, 1000, 100]);
    assert.ok(told.every(text => text.length <= 1.25 * LIVE_OUTPUT_LIMIT));
    assert.deepEqual(told.slice(-2), ['the end', '.']);
  });

  it('is told to its end when the call ends', () => {
    live.push('a');
    pass();
    live.push('b');
    live.flush();
    live.flush();
    assert.deepEqual([told, due], [['a', 'b'], undefined]);
  });
});
