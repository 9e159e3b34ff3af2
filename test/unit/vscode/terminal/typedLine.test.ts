import assert from 'node:assert/strict';
import { TypedLine } from '../../../../src/vscode/terminal/typedLine';

describe('A line typed into the terminal', () => {
  const take = (isVisible: boolean, ...keys: string[]) => {
    const line = new TypedLine();
    const typed = keys.map(each => line.take(each, isVisible));
    return [typed.map(({ drawn }) => drawn).join(''), typed.flatMap(({ lines }) => lines)];
  };

  it('is drawn as it is typed, and taken off the screen when it is whole', () => {
    assert.deepEqual(take(true, 'y', 'e', '\r'), ['ye\b \b\b \b', ['ye']]);
  });

  it('is not drawn where it is not to be seen', () => {
    assert.deepEqual(take(false, 'h', 'i', '\x7f', 'o', '\r'), ['', ['ho']]);
  });

  it('comes up with what was typed before it could be seen', () => {
    const line = new TypedLine();
    assert.equal(line.take('ab', false).drawn, '');
    assert.equal(line.take('c', true).drawn, 'abc');
  });

  it('can be corrected, by whole characters and no further than its beginning', () => {
    assert.deepEqual(take(true, 'a', '🎉', '\x7f', '\x7f', '\x7f', 'b', '\r'), ['a🎉\b \b\b \bb\b \b', ['b']]);
  });

  it('may be several that are pasted, and an empty one', () => {
    assert.deepEqual(take(false, 'one\r\ntwo\n', '\r'), ['', ['one', 'two', '']]);
  });

  it('closes the input by Ctrl+D at its beginning alone, and knows no other key', () => {
    assert.deepEqual(take(false, '\x04', 'a\x04', '\x1b[A', '\t\x01', '\r'), ['', [null, 'a']]);
  });
});
