import assert from 'node:assert/strict';
import { chatStatistics } from '../../../src/sessions/chatStatistics';
import { statsAction } from '../../../src/context/commands/actions/stats';
import type { AgentEvent } from '../../../src/shared/events';

const usage = { input: 1000, output: 50, cached: 800, thoughts: 10, total: 1064, cost: 0.02 };
const result = { name: 'replace', title: '', content: '', durationMs: 40 } as const;
const EVENTS: readonly AgentEvent[] = [
  { type: 'run-started', at: 0 },
  { type: 'message', message: { id: 'a', at: 0, role: 'assistant', model: 'flash', parts: [] } },
  { type: 'message-finished', messageId: 'a', end: 'stop', at: 2000, usage },
  { type: 'asked', job: 'classifier', model: 'flash', usage },
  { type: 'tool-state', callId: 'c', state: 'awaitingApproval', at: 2000, name: 'replace' },
  { type: 'approval-settled', callId: 'c', verdict: { decision: 'accept', edited: 'x' } },
  { type: 'tool-state', callId: 'c', state: 'executing', at: 12_000, approvalSource: { by: 'user' } },
  { type: 'tool-state', callId: 'c', state: 'success', at: 12_040 },
  {
    type: 'message',
    message: {
      ...{ id: 't', at: 12_040, role: 'tool' },
      results: [
        { ...result, callId: 'c', status: 'success', display: { type: 'edit', path: 'a', added: 3, removed: 1 } },
        { ...result, callId: 'd', name: 'run_shell_command', status: 'rejected' },
        { ...result, callId: 'e', name: 'x`|[y]', status: 'error' },
      ],
    },
  },
  { type: 'run-finished', reason: 'done', at: 14_000 },
];
const text = (kind: 'session' | 'model' | 'tools', events = EVENTS) =>
  chatStatistics(kind, { id: 'abc', events, now: 99_000, language: 'en', context: { total: 5000, limit: 100_000 } });

describe('The statistics of a chat', () => {
  it('tell of the chat as a whole', () => {
    assert.deepEqual(text('session').split('\n'), [
      '- Chat: `abc`',
      '- Prompts: 1',
      '- Requests: 2',
      '- Tool calls: 3 (1 succeeded, 2 failed: 33%)',
      '- You approved: 50% (1 of 2)',
      '- Lines changed: +3 −1',
      '- Elapsed: 14s',
      '- Active: 4s, without waiting for you (10s)',
      '- Models: 2s (50%)',
      '- Tools: 0s (1%)',
      '- Tokens sent: 2,000 (80% from the cache)',
      '- Tokens received: 120',
      '- Context: about 5,000 of 100,000 tokens',
      '- Cost, estimated: $0.04',
    ]);
  });

  it('tell of each model, by what it was asked for', () => {
    const lines = text('model').split('\n');
    for (const line of [
      '**flash**',
      '- Requests: 2',
      '- Failed: 0 (0%)',
      '- From the cache: 1,600 (80%)',
      '- Tool use: 8',
      '| main | 1 | 1,064 |',
      '| utility_router | 1 | 1,064 |',
    ])
      assert.ok(lines.includes(line), `${line} in\n${lines.join('\n')}`);
  });

  it('tell of each tool, and what the user decided', () => {
    const lines = text('tools').split('\n');
    for (const line of [
      '| `replace` | 1 | 100% | 0s |',
      '| `run_shell_command` | 1 | 0% | 0s |',
      '| `x\\|[y]` | 1 | 0% | 0s |',
      '- You were asked: 2',
      '- Changed and accepted: 1',
    ])
      assert.ok(lines.includes(line), `${line} in\n${lines.join('\n')}`);
  });

  it('say so where there is nothing', () => {
    assert.match(text('model', []), /hasn’t sent any requests/);
    assert.match(text('tools', []), /No tools have been called/);
    assert.match(text('session', []), /Prompts: 0/);
  });
});

describe('/stats', () => {
  it('shows the chat unless a word says which statistics', async () => {
    const action = statsAction(async kind => kind);
    const shown = async (args: string) => {
      const result = await action(args);
      return result.kind === 'notice' ? result.text : result.kind;
    };
    assert.deepEqual([await shown(''), await shown('Model'), await shown('tools')], ['session', 'model', 'tools']);
    await assert.rejects(async () => action('weather'), /session, model or tools, not “weather”/);
  });
});
