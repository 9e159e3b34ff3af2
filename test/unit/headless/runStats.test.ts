import assert from 'node:assert/strict';
import { RunStats } from '../../../src/headless/runStats';

describe('The statistics of a run', () => {
  it('count what summing the conversation up took', () => {
    const stats = new RunStats();
    const usage = { input: 100, output: 10, cached: 0, thoughts: 0, total: 110 };
    stats.take({ type: 'message', message: { id: 'a', at: 0, role: 'assistant', model: 'm', parts: [] } });
    stats.take({ type: 'message-finished', messageId: 'a', end: 'stop', usage });
    stats.take({ type: 'compressed', condensed: {}, usage });
    assert.equal(stats.toLine(0).total_tokens, 220);
  });
});
