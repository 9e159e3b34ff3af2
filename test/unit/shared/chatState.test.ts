import assert from 'node:assert/strict';
import { emptyChat, type ChatState } from '../../../src/shared/chatState';
import { applyEvent } from '../../../src/shared/applyEvent';
import { LIVE_OUTPUT_LIMIT } from '../../../src/shared/lastOutput';
import type { AgentEvent } from '../../../src/shared/events';

const fold = (events: readonly AgentEvent[], from = emptyChat('s')): ChatState => events.reduce(applyEvent, from);
const opened: AgentEvent = { type: 'message', message: { id: 'a', at: 1, role: 'assistant', model: 'm', parts: [] } };
const usage = { input: 10, output: 2, cached: 4, thoughts: 1, total: 13 };

describe('chat state', () => {
  it('joins unsigned text and keeps signed parts as they are', () => {
    const { live } = fold([
      opened,
      { type: 'delta', messageId: 'a', text: 'One ' },
      { type: 'delta', messageId: 'a', text: 'two' },
      { type: 'part', messageId: 'a', part: { type: 'text', text: '!', signature: 's' } },
      { type: 'delta', messageId: 'a', text: 'Three' },
    ]);
    assert.deepEqual(live?.parts, [
      { type: 'text', text: 'One two' },
      { type: 'text', text: '!', signature: 's' },
      { type: 'text', text: 'Three' },
    ]);
  });

  it('moves a finished answer to the messages and adds up what was used', () => {
    const finish: AgentEvent = { type: 'message-finished', messageId: 'a', end: 'stop', usage };
    const once = fold([opened, { type: 'delta', messageId: 'a', text: 'Hi' }, finish]);
    assert.equal(once.live, undefined);
    assert.equal(once.messages.length, 1);
    const twice = fold([opened, finish], once);
    assert.equal(twice.usage.total, 26);
  });

  it('forgets a partial answer that is begun anew, and says when', () => {
    const retry = {
      type: 'retry',
      messageId: 'a',
      attempt: 2,
      maxAttempts: 4,
      delayMs: 500,
      at: 100,
      reason: 'Busy.',
    } as const;
    const waiting = fold([opened, { type: 'delta', messageId: 'a', text: 'Half' }, retry]);
    assert.deepEqual(waiting.live?.parts, []);
    assert.deepEqual(waiting.retry, { attempt: 2, maxAttempts: 4, at: 100, remainingMs: 500, reason: 'Busy.' });
    assert.equal(fold([{ type: 'delta', messageId: 'a', text: 'Whole' }], waiting).retry, undefined);
  });

  it('follows a call from validation to its result, which then stands for it', () => {
    const state = (name: 'validating' | 'executing' | 'success', at: number): AgentEvent => ({
      type: 'tool-state',
      callId: 'c',
      state: name,
      at,
      name: 'read_file',
      title: 'Read a',
      ...(name === 'validating' && { icon: 'file' }),
    });
    const running = fold([
      state('validating', 1),
      state('executing', 5),
      { type: 'tool-output', callId: 'c', text: 'x' },
    ]);
    assert.deepEqual(running.calls.c, {
      id: 'c',
      name: 'read_file',
      title: 'Read a',
      icon: 'file',
      state: 'executing',
      output: 'x',
      startedAt: 5,
    });
    assert.equal(fold([state('success', 9)], running).calls.c?.endedAt, 9);
    const result = { callId: 'c', name: 'read_file', title: 'Read a', status: 'success', content: '' } as const;
    const ended = fold([{ type: 'message', message: { id: 't', at: 9, role: 'tool', results: [result] } }], running);
    assert.deepEqual(ended.calls, {});
  });

  it('keeps only the end of endless output', () => {
    const state: AgentEvent = { type: 'tool-state', callId: 'c', state: 'executing', at: 1 };
    const { calls } = fold([state, { type: 'tool-output', callId: 'c', text: `${'x'.repeat(200_000)}end` }]);
    // A little less than it may be: it must not begin within what could be a key.
    const { output = '' } = calls.c ?? {};
    assert.ok(output.length > LIVE_OUTPUT_LIMIT / 2 && output.length <= LIVE_OUTPUT_LIMIT, String(output.length));
    assert.ok(output.endsWith('end'));
  });

  it('shows that a command waits for input until it no longer does, or ends', () => {
    const state = (name: 'executing' | 'cancelled'): AgentEvent => ({
      type: 'tool-state',
      callId: 'c',
      state: name,
      at: 1,
    });
    const input = (awaited: 'text' | 'secret' | null): AgentEvent => ({ type: 'tool-input', callId: 'c', awaited });
    const waiting = fold([state('executing'), input('secret')]);
    assert.equal(waiting.calls.c?.awaited, 'secret');
    assert.equal(waiting.calls.c.state, 'executing');
    assert.deepEqual(fold([input(null)], waiting), fold([state('executing')]));
    assert.ok(!('awaited' in (fold([state('cancelled')], waiting).calls.c ?? {})));
  });

  it('holds an open question until it is settled or the run ends', () => {
    const approval = { callId: 'c', proposal: { kind: 'command', command: 'ls', cwd: '/' }, remember: [] } as const;
    const asked = fold([
      { type: 'run-started', at: 1 },
      { type: 'approval-requested', approval },
    ]);
    assert.equal(asked.approvals.length, 1);
    assert.equal(fold([{ type: 'approval-requested', approval }], asked).approvals.length, 1);
    assert.deepEqual(
      fold([{ type: 'approval-settled', callId: 'c', verdict: { decision: 'accept' } }], asked).approvals,
      [],
    );
    assert.deepEqual(fold([{ type: 'run-finished', reason: 'cancelled', at: 2 }], asked).approvals, []);
  });

  it('shows what is asked about as the person has edited it, in its place among the questions', () => {
    const edit = { kind: 'edit', path: 'a.ts', isNew: false, added: 2, removed: 1, diff: '', isCut: false } as const;
    const ask = (callId: string): AgentEvent => ({
      type: 'approval-requested',
      approval: { callId, proposal: edit, reason: 'Asked.', remember: [] },
    });
    const proposal = { ...edit, added: 1, isEdited: true } as const;
    const { approvals } = fold([ask('a'), ask('b'), { type: 'approval-changed', callId: 'a', proposal }]);
    assert.deepEqual(
      approvals.map(({ callId, proposal, reason }) => [callId, proposal, reason]),
      [
        ['a', proposal, 'Asked.'],
        ['b', edit, 'Asked.'],
      ],
    );
  });

  it('never changes the state that it is given', () => {
    const before = fold([opened, { type: 'delta', messageId: 'a', text: 'Hi' }]);
    const copy = structuredClone(before);
    fold(
      [
        { type: 'delta', messageId: 'a', text: '!' },
        { type: 'message-finished', messageId: 'a', end: 'stop' },
      ],
      before,
    );
    assert.deepEqual(before, copy);
  });

  it('ignores what belongs to no message or call that it knows', () => {
    const events: AgentEvent[] = [
      { type: 'delta', messageId: 'x', text: 'Hi' },
      { type: 'message-finished', messageId: 'x', end: 'stop' },
      { type: 'tool-output', callId: 'x', text: 'x' },
      { type: 'tool-input', callId: 'x', awaited: 'text' },
      { type: 'approval-changed', callId: 'x', proposal: { kind: 'read', paths: [] } },
    ];
    assert.deepEqual(fold(events), emptyChat('s'));
  });
});
