import assert from 'node:assert/strict';
import { Questions } from '../../../../src/agent/calls/questions';
import { trackedReview } from '../../../../src/agent/calls/trackedReview';
import { LazyTracking } from '../../../../src/agent/changes/lazyTracking';
import type { AgentEvent } from '../../../../src/shared/events';
import type { EditProposal } from '../../../../src/shared/proposals';
import { emptyChat } from '../../../../src/shared/chatState';
import { ChangesInMemory } from '../../../support/changesInMemory';

const edit: EditProposal = { kind: 'edit', path: 'a', file: '/w/a', before: 'x\n', after: 'X\n' };

describe('An edit that the user is asked about', () => {
  it('is stored before its card is shown, even if what stores it is loaded only then', async () => {
    const window = new ChangesInMemory(new Map(), () => 'h');
    let endLoading: () => void = () => undefined;
    const loaded = new Promise<void>(resolve => (endLoading = resolve));
    const load = async () => {
      await loaded;
      return { changes: window.changes, recorded: async () => undefined };
    };
    const fail = (message: string, error: unknown) => assert.fail(`${message}: ${String(error)}`);
    const tracking = new LazyTracking(load, { error: fail } as never);
    const state = () => emptyChat('s');
    const plain = { stage: () => ({ text: () => edit.after, close: () => undefined }), stageAll: () => assert.fail() };
    const events: AgentEvent[] = [];
    const isStored: number[] = [];
    let tell: () => void = () => undefined;
    const shown = new Promise<void>(resolve => (tell = resolve));
    const questions = new Questions({
      review: trackedReview(plain, { tracking, state, now: () => 1 }),
      emit: event => {
        events.push(event);
        isStored.push(window.proposed.size);
        tell();
      },
      remember: async () => undefined,
      reportBug: fail,
    });
    const decision = { decision: 'ask', reason: { kind: 'edit' } } as const;
    const verdict = questions.ask({ callId: 'c', proposal: edit, decision }, new AbortController().signal);
    await new Promise(resolve => setImmediate(resolve));
    assert.deepEqual(events, []);
    endLoading();
    await shown;
    assert.deepEqual(isStored, [1]);
    questions.answer('c', { decision: 'reject' });
    assert.equal((await verdict).decision, 'reject');
  });
});
