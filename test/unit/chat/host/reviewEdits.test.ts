import assert from 'node:assert/strict';
import { reviewEdits } from '../../../../src/chat/host/reviewEdits';
import type { Approval } from '../../../../src/shared/proposals';
import { emptyChat } from '../../../../src/shared/chatState';
import { EditWalk } from '../../../../src/vscode/review/editWalk';

const edit = (callId: string): Approval => ({
  callId,
  remember: [],
  proposal: { kind: 'edit', path: callId, isNew: false, added: 1, removed: 0, diff: '', isCut: false },
});
const command: Approval = { callId: 'c', remember: [], proposal: { kind: 'command', command: 'make', cwd: '/w' } };

describe('The review of the edits that a chat proposes', () => {
  it('begins with the first that can be decided with others, and shows none where none waits', async () => {
    const opened: string[] = [];
    const walk = new EditWalk({
      open: async key => opened.push(key) > 0,
      pending: () => [],
      activeCallId: () => undefined,
    });
    const began = (...approvals: readonly Approval[]) =>
      reviewEdits(
        { walk, filesOf: () => [] },
        { id: 's', session: { state: { ...emptyChat(), approvals } } },
        undefined,
      );
    assert.deepEqual([await began(command), opened], [false, []]);
    assert.equal(await began(command, { ...edit('a'), conflict: { canMerge: true } }, edit('b')), true);
    assert.match(opened.join(), /b$/);
  });
});
