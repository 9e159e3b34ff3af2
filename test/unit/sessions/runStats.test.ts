import assert from 'node:assert/strict';
import { RunStats } from '../../../src/sessions/runStats';

describe('The statistics of a run', () => {
  it('count what summing the conversation up took', () => {
    const stats = new RunStats();
    const usage = { input: 100, output: 10, cached: 0, thoughts: 0, total: 110 };
    stats.take({ type: 'message', message: { id: 'a', at: 0, role: 'assistant', model: 'm', parts: [] } });
    stats.take({ type: 'message-finished', messageId: 'a', end: 'stop', usage });
    stats.take({ type: 'compressed', compacted: {}, usage });
    assert.equal(stats.toLine(0).total_tokens, 220);
  });

  it('have requests, failures and time by model and role, and who let calls run', () => {
    let time = 1000;
    const stats = new RunStats(() => time);
    const usage = { input: 100, output: 10, cached: 20, thoughts: 5, total: 118 };
    stats.take({ type: 'message', message: { id: 'a', at: 0, role: 'assistant', model: 'm', parts: [] } });
    time += 30;
    const again = { attempt: 2, maxAttempts: 4, delayMs: 500, at: 0, reason: 'Busy.' };
    stats.take({ type: 'retry', messageId: 'a', ...again });
    time += 570;
    stats.take({ type: 'message-finished', messageId: 'a', end: 'stop', usage });
    stats.take({ type: 'asked', job: 'classifier', model: 'm', usage });
    for (const [callId, by] of [
      ['1', 'mode'],
      ['2', 'user'],
    ] as const) {
      stats.take({ type: 'tool-state', callId, state: 'executing', at: 0, approvalSource: { by } });
    }
    const result = { name: 'replace', title: '', content: '', durationMs: 4 };
    const display = { type: 'edit', path: 'a', added: 2, removed: 1 } as const;
    const results = [
      { ...result, callId: '1', status: 'success', display } as const,
      { ...result, callId: '2', status: 'error' } as const,
      { ...result, callId: '3', status: 'rejected' } as const,
    ];
    stats.take({ type: 'message', message: { id: 'b', at: 0, role: 'tool', results } });
    const tokens = { input: 80, prompt: 100, candidates: 10, total: 118, cached: 20, thoughts: 5, tool: 3 };
    const both = { input: 160, prompt: 200, candidates: 20, total: 236, cached: 40, thoughts: 10, tool: 6 };
    const decisions = { accept: 1, reject: 1, modify: 0, auto_accept: 1 };
    assert.deepEqual(stats.toJson(), {
      models: {
        m: {
          api: { totalRequests: 3, totalErrors: 1, totalLatencyMs: 100 },
          tokens: both,
          roles: {
            main: { totalRequests: 2, totalErrors: 1, totalLatencyMs: 100, tokens },
            utility_router: { totalRequests: 1, totalErrors: 0, totalLatencyMs: 0, tokens },
          },
        },
      },
      tools: {
        totalCalls: 3,
        totalSuccess: 1,
        totalFail: 2,
        totalDurationMs: 12,
        totalDecisions: decisions,
        byName: { replace: { count: 3, success: 1, fail: 2, durationMs: 12, decisions } },
      },
      files: { totalLinesAdded: 2, totalLinesRemoved: 1 },
    });
  });
});
