import assert from 'node:assert/strict';
import { outlineOf, RecentEvents } from '../../../src/shared/eventOutline';
import type { AgentEvent } from '../../../src/shared/events';

const C = 'canary';
const base = { id: C, at: 1 };
const usage = { input: 1, output: 2, cached: 0, thoughts: 0, total: 3 };
const call = { id: C, name: 'read_file', args: { file_path: C } };

/** Each kind of event, with the canary wherever somebody could have said something. */
const EVENTS: readonly AgentEvent[] = [
  { type: 'run-started', at: 1 },
  { type: 'message', message: { ...base, role: 'user', parts: [{ type: 'text', text: C }] } },
  { type: 'message', message: { ...base, role: 'assistant', model: 'gemini', parts: [{ type: 'toolCall', call }] } },
  { type: 'message', message: { ...base, role: 'notice', level: 'error', text: C, detail: C } },
  {
    type: 'message',
    message: {
      ...base,
      role: 'tool',
      results: [
        { callId: C, name: `${C} and more`, title: C, status: 'error', content: C, error: C, errorType: 'odd' },
      ],
    },
  },
  { type: 'delta', messageId: C, text: C },
  { type: 'part', messageId: C, part: { type: 'thought', text: C } },
  { type: 'message-finished', messageId: C, end: 'stop', usage },
  { type: 'retry', messageId: C, attempt: 1, maxAttempts: 2, delayMs: 3, at: 4, reason: C },
  { type: 'tool-state', callId: C, state: 'error', at: 1, name: 'read_file', title: C, error: C },
  { type: 'tool-output', callId: C, text: C },
  { type: 'tool-input', callId: C, awaited: 'text' },
  { type: 'approval-settled', callId: C, verdict: { decision: 'reject', reason: C } },
  { type: 'silence', seconds: 10 },
  { type: 'compressing' },
  { type: 'compressed', compacted: { notes: [C], snapshot: { text: C, through: C } }, usage },
  { type: 'uncompressed', at: 1 },
  { type: 'asked', job: 'loop', model: 'gemini', usage },
  { type: 'rewound', messageId: C, at: 1 },
  { type: 'agent-started', callId: C, agent: { name: C, title: C } },
  { type: 'agent', callId: C, event: { type: 'delta', messageId: C, text: C } },
  { type: 'run-finished', reason: 'failed', at: 1 },
];

describe('The outline of an event', () => {
  it('holds no word of what was said, whatever the event', () => {
    for (const event of EVENTS) {
      const outline = outlineOf(event);
      assert.equal(outline.type, event.type);
      assert.equal(JSON.stringify(outline).includes(C), false, JSON.stringify(outline));
    }
  });

  it('holds what helps: names of tools, states, types of errors, counts', () => {
    const of = (type: string) => JSON.stringify(EVENTS.filter(each => each.type === type).map(outlineOf));
    assert.match(of('tool-state'), /"state":"error","name":"read_file"/);
    assert.match(of('message'), /"name":"\(no name\)","status":"error","errorType":"odd"/);
    assert.match(of('message-finished'), /"end":"stop","usage":\{"input":1/);
  });
});

describe('Recent events', () => {
  it('are the last ones, a streaming answer as one', () => {
    const recent = new RecentEvents(2);
    for (const at of [1, 2, 3, 4, 5, 6]) recent.take({ type: 'run-started', at });
    for (const text of ['a', 'b', 'c']) recent.take({ type: 'delta', messageId: 'm', text });
    assert.deepEqual(recent.all, [{ type: 'run-started', at: 6 }, { type: 'delta' }]);
  });
});
