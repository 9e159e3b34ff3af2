import assert from 'node:assert/strict';
import type { ChangeReview } from '../../../../src/agent/ports/changeReview';
import { Questions } from '../../../../src/agent/calls/questions';
import { ToolScheduler } from '../../../../src/agent/calls/toolScheduler';
import type { AgentEvent } from '../../../../src/shared/events';
import type { ToolResult } from '../../../../src/shared/messages';
import type { EditProposal } from '../../../../src/shared/proposals';
import { createEditorTools } from '../../../../src/tools/editor/editorTools';
import { fakeFeatures } from '../../../support/fakeFeatures';
import { noOutputFiles } from '../../../support/idlePorts';
import { deciding } from '../../../support/approve';
import { ToolPlace } from '../../../support/toolPlace';

const root = '/pollux-memory/work';

/** Keeps what is staged, and gives the texts that the test has put in their place. */
class RecordingReview implements ChangeReview {
  staged: readonly EditProposal[] = [];
  texts: readonly string[] | undefined;
  onEdit: (() => void) | undefined;

  stage(callId: string, edit: EditProposal, onEdit?: () => void) {
    const staged = this.stageAll(callId, [edit], onEdit);
    return { text: () => staged.texts()[0] ?? '', close: () => staged.close() };
  }

  stageAll(_callId: string, edits: readonly EditProposal[], onEdit?: () => void) {
    this.staged = edits;
    this.onEdit = onEdit;
    return { texts: () => this.texts ?? edits.map(({ after }) => after), close: () => (this.staged = []) };
  }
}

describe('Several edits that are one change', () => {
  let place: ToolPlace;
  let review: RecordingReview;
  let questions: Questions;
  let events: AgentEvent[];
  let asked: Promise<void>;
  let results: Promise<ToolResult[]>;

  beforeEach(async () => {
    const edits = ['a.ts', 'b.ts'].map(path => ({ file: `${root}/${path}`, before: 'one\n', after: 'two\n' }));
    const tools = createEditorTools(fakeFeatures({ rename: async () => edits }));
    place = new ToolPlace(undefined, {}, tools);
    place.put('a.ts', 'one\n');
    place.put('b.ts', 'one\n');
    review = new RecordingReview();
    events = [];
    asked = new Promise(resolve => {
      const emit = (event: AgentEvent) => {
        events.push(event);
        if (event.type === 'approval-requested') setImmediate(resolve);
      };
      const reportBug = (message: string, error: unknown) => assert.fail(`${message}: ${String(error)}`);
      questions = new Questions({ review, emit, reportBug, remember: async () => undefined });
      const scheduler = new ToolScheduler({
        ...place.context,
        tools: () => tools,
        outputFiles: noOutputFiles,
        emit,
        reportBug,
        decide: deciding(() => ({ decision: 'ask', reason: { kind: 'edit' } })),
        ask: (question, signal) => questions.ask(question, signal),
        now: () => 0,
      });
      const args = { file_path: 'a.ts', line: 1, symbol: 'one', new_name: 'two' };
      results = scheduler.run([{ id: '1', name: 'rename_symbol', args }], place.controller.signal);
    });
    await asked;
  });

  it('are shown as the person has left them, as long as they wait', async () => {
    review.texts = ['two\n', 'one\n'];
    review.onEdit?.();
    const changes = () => events.filter(event => event.type === 'approval-changed');
    const [change] = changes();
    assert.ok(change?.proposal.kind === 'edits');
    assert.deepEqual(
      change.proposal.edits.map(({ path, added, isEdited }) => [path, added, isEdited]),
      [
        ['a.ts', 1, undefined],
        ['b.ts', 0, true],
      ],
    );
    questions.answer('1', { decision: 'reject' });
    await results;
    review.onEdit?.();
    assert.equal(changes().length, 1);
  });

  it('are asked about once, and can be looked at file by file', async () => {
    assert.deepEqual(
      review.staged.map(({ path }) => path),
      ['a.ts', 'b.ts'],
    );
    const requests = events.filter(event => event.type === 'approval-requested');
    assert.equal(requests.length, 1);
    assert.equal(requests[0]?.approval.proposal.kind, 'edits');
    questions.answer('1', { decision: 'accept' });
    assert.equal((await results)[0]?.status, 'success');
    assert.deepEqual([place.text('a.ts'), place.text('b.ts')], ['two\n', 'two\n']);
    assert.deepEqual(review.staged, [], 'nothing is left open');
  });

  it('are written as the person has left them, and no event carries a whole file', async () => {
    review.texts = ['two\n', 'mine\n'];
    questions.answer('1', { decision: 'accept' });
    const [result] = await results;
    assert.match(result?.content ?? '', /The user modified the change of b\.ts/);
    assert.deepEqual([place.text('a.ts'), place.text('b.ts')], ['two\n', 'mine\n']);
    const settled = events.find(event => event.type === 'approval-settled');
    assert.deepEqual(settled?.verdict, { decision: 'accept' });
  });

  it('are all left alone when they are rejected', async () => {
    questions.answer('1', { decision: 'reject' });
    assert.equal((await results)[0]?.status, 'rejected');
    assert.deepEqual([place.text('a.ts'), place.text('b.ts')], ['one\n', 'one\n']);
  });

  it('are all left alone when one of the files has changed', async () => {
    place.put('b.ts', 'theirs\n');
    questions.answer('1', { decision: 'accept' });
    const [result] = await results;
    assert.equal(result?.errorType, 'file_changed');
    assert.deepEqual([place.text('a.ts'), place.text('b.ts')], ['one\n', 'theirs\n']);
  });
});
