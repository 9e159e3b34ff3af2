import assert from 'node:assert/strict';
import { FormDrafts } from '../../../src/chat/formDrafts';
import type { Approval } from '../../../src/shared/proposals';

const question = (callId: string): Approval => ({
  callId,
  remember: [],
  proposal: { kind: 'form', server: 's', message: '', fields: [] },
});

describe('What is typed into forms', () => {
  it('is kept as long as the question is open, and not for any other call', () => {
    let open = [question('a'), question('b')];
    const drafts = new FormDrafts(() => open);
    drafts.save('a', ['Ada', '']);
    drafts.save('b', ['x']);
    drafts.save('c', ['y']);
    assert.deepEqual(drafts.all(), { a: ['Ada', ''], b: ['x'] });
    open = [question('b')];
    assert.deepEqual(drafts.all(), { b: ['x'] });
    open = [question('a')];
    assert.deepEqual(drafts.all(), {});
  });

  it('is not kept where it is more than a form can hold', () => {
    const drafts = new FormDrafts(() => [question('a')]);
    drafts.save('a', ['x'.repeat(200_001)]);
    drafts.save(
      'a',
      Array.from({ length: 201 }, () => ''),
    );
    assert.deepEqual(drafts.all(), {});
  });
});
