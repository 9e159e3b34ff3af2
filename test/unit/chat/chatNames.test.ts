import assert from 'node:assert/strict';
import { ChatNames } from '../../../src/chat/chatNames';

describe('What users called their chats', () => {
  const chat = (id: string) => ({ id });
  const [one, two] = [chat('1'), chat('2')];

  it('is known once it was read, and told of when it changes', async () => {
    const stored = new Map([['1', 'Mine']]);
    let changes = 0;
    const names = new ChatNames({
      nameOf: id => Promise.resolve(stored.get(id)),
      onChange: () => {
        changes++;
      },
      reportBug: message => assert.fail(message),
    });
    assert.equal(names.of(one), undefined);
    await names.read([one, two]);
    assert.deepEqual([names.of(one), names.of(two), changes], ['Mine', undefined, 1]);
    await names.read([one, two]);
    assert.equal(changes, 1);
    stored.delete('1');
    await names.read([one]);
    assert.deepEqual([names.of(one), changes], [undefined, 2]);
  });

  it('is reported where it can’t be read', async () => {
    const reported: string[] = [];
    const names = new ChatNames({
      nameOf: () => Promise.reject(new Error('EIO')),
      onChange: () => assert.fail('nothing has changed'),
      reportBug: message => void reported.push(message),
    });
    await names.read([one]);
    assert.equal(reported.length, 1);
  });
});
