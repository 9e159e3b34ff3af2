import assert from 'node:assert/strict';
import { emptyChat } from '../../../src/shared/chatState';
import { applyEvent } from '../../../src/shared/applyEvent';
import type { AgentEvent } from '../../../src/shared/events';
import type { ProposalView } from '../../../src/shared/proposals';
import { isModelAwaited, statusOf } from '../../../webview/components/transcript/statusLine';

const chatAfter = (...events: AgentEvent[]) => events.reduce(applyEvent, emptyChat('s1'));
const started: AgentEvent = { type: 'run-started', at: 0 };
const begun: AgentEvent = { type: 'message', message: { role: 'assistant', id: 'a1', at: 0, model: 'm', parts: [] } };
const words: AgentEvent = { type: 'delta', messageId: 'a1', text: 'Words' };
const running: AgentEvent = { type: 'tool-state', callId: 'c1', state: 'executing', at: 0, title: 'Run x' };
const runningToo: AgentEvent = { ...running, callId: 'c2', title: 'Run y' };
const retry: AgentEvent = {
  ...{ type: 'retry', messageId: 'a1', at: 0, reason: 'Busy' },
  ...{ attempt: 1, maxAttempts: 2, delayMs: 1000 },
};
const asked: AgentEvent = {
  type: 'approval-requested',
  approval: { callId: 'c1', remember: [], proposal: { kind: 'command', command: 'x', cwd: '/' } },
};

const askedToo: AgentEvent = { ...asked, approval: { ...asked.approval, callId: 'c2' } };

const asking = (proposal: ProposalView): AgentEvent => ({
  type: 'approval-requested',
  approval: { callId: 'c1', remember: [], proposal },
});
const questions = asking({ kind: 'questions', questions: [] });
const form = asking({ kind: 'form', server: 's', message: 'Which one?', fields: [] });

describe('The status', () => {
  const cases: [name: string, events: AgentEvent[], status: string, isModelAwaited: boolean][] = [
    ['rest', [], '', false],
    ['thought', [started], 'Thinking…', true],
    ['words', [started, begun, words], 'Writing…', false],
    ['a running call', [started, begun, words, running], 'Run x…', false],
    ['several running calls', [started, running, runningToo], 'Run y and 1 more…', false],
    ['a question', [started, running, asked], 'Waiting for your approval: Run x', false],
    ['two questions', [started, running, asked, askedToo], 'Waiting for your approval: Run x and 1 more', false],
    ['questions to answer', [started, running, questions], 'Waiting for your answer: Run x', false],
    ['a form of a server', [started, running, form], 'Waiting for your answer: Run x', false],
    ['a new try', [started, begun, retry], 'Waiting to try again', false],
  ];
  for (const [name, events, status, isAwaited] of cases) {
    it(`of ${name} is “${status}”`, () => {
      assert.equal(statusOf(chatAfter(...events), false), status);
      assert.equal(isModelAwaited(chatAfter(...events)), isAwaited);
    });
  }

  it('says at once that a run is being stopped', () => {
    assert.equal(statusOf(chatAfter(started, begun, words), true), 'Stopping…');
  });

  it('says what a prompt on its way waits for', () => {
    const [text, held] = ['Hello', 'Waiting for your organization’s rules…'];
    assert.equal(statusOf(chatAfter(), false, { text }), 'Sending…');
    assert.equal(statusOf(chatAfter(), false, { text, isHeld: true }), held);
    assert.equal(statusOf(chatAfter(), true, { text, isHeld: true }), 'Stopping…');
    assert.equal(statusOf(chatAfter(started), false, { text }), 'Thinking…');
  });
});
