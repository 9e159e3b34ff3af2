import assert from 'node:assert/strict';
import { readTabState } from '../../../../src/chat/surfaces/tabState';

describe('What a tab has remembered through a reload', () => {
  it('is the id of its chat, and whether that had a prompt', () => {
    assert.deepEqual(readTabState({ chat: 'a-1_B', isNew: true }), { chat: 'a-1_B', isNew: true });
    assert.deepEqual(readTabState({ chat: 'a', isNew: 'yes', more: 1 }), { chat: 'a', isNew: false });
  });

  it('is nothing where it is of another form', () => {
    const bad = [undefined, null, 'a', 1, {}, { chat: '' }, { chat: '../a' }, { chat: 'a/b' }, { chat: ['a'] }];
    for (const state of [...bad, { chat: 'a'.repeat(101) }]) assert.equal(readTabState(state), undefined);
  });
});
