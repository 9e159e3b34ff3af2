import assert from 'node:assert/strict';
import { chatCalled } from '../../../src/chat/chatCalled';

describe('A chat by its name', () => {
  const chats = [
    { id: '1', title: 'Fix the build' },
    { id: '2', title: 'Fix' },
    { id: '3', title: 'Release notes' },
  ];
  const idOf = (name: string) => chatCalled(chats, name)?.id;

  it('is the one that is called so, or the only one that begins so', () => {
    assert.deepEqual(['fix', 'release', 'FIX THE BUILD', '3'].map(idOf), ['2', '3', '1', '3']);
  });

  it('is none where several could be meant, or nothing was said', () => {
    const two = chats.filter(({ id }) => id !== '2');
    assert.equal(chatCalled([...two, { id: '4', title: 'Fix more' }], 'fix'), undefined);
    assert.deepEqual(['', 'other'].map(idOf), [undefined, undefined]);
  });
});
