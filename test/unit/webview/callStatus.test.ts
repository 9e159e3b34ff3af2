import assert from 'node:assert/strict';
import type { ToolCallView } from '../../../src/shared/chatState';
import type { Verdict } from '../../../src/shared/proposals';
import { factsOf } from '../../../webview/components/calls/callStatus';

describe('The status of a call that the user is asked about', () => {
  const statusAfter = (verdict?: Verdict) => {
    const view = { id: 'c', name: 'write_file', title: 'Write a.txt', output: '', state: 'awaitingApproval' } as const;
    const call: ToolCallView = { ...view, ...(verdict && { verdict }) };
    return factsOf('write_file', call, undefined, true).status;
  };

  it('is that it waits for approval, until the user decides', () => {
    assert.equal(statusAfter(), 'waiting');
  });

  it('is that of the decision while another edit of the answer is still being written', () => {
    assert.equal(statusAfter({ decision: 'accept' }), 'queued');
    assert.equal(statusAfter({ decision: 'reject' }), 'rejected');
  });
});
