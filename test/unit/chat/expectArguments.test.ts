import assert from 'node:assert/strict';
import { expectLine, expectText, expectTexts, expectVerdict } from '../../../src/chat/expectArguments';

describe('What a webview sends', () => {
  it('is a string where one is expected', () => {
    assert.equal(expectText('', 'text'), '');
    for (const value of [undefined, null, 1, {}, ['a']]) assert.throws(() => expectText(value, 'text'), /text must be/);
  });

  it('is a list of strings where one is expected', () => {
    assert.deepEqual(expectTexts(['a', ''], 'texts'), ['a', '']);
    for (const value of [undefined, 'a', { length: 1 }, ['a', 1]])
      assert.throws(() => expectTexts(value, 'texts'), /texts must be/);
  });

  it('is one line of bounded length where a command waits for one, and is never repeated in an error', () => {
    assert.equal(expectLine('hunter2', 'line'), 'hunter2');
    for (const value of ['secret\nline', 'secret\r', 'secret\0', `secret${'x'.repeat(70_000)}`]) {
      assert.throws(
        () => expectLine(value, 'line'),
        (error: Error) => error.message.includes('single line') && !error.message.includes('secret'),
      );
    }
  });

  it('is a verdict with what a verdict may hold, and nothing else', () => {
    assert.deepEqual(expectVerdict({ decision: 'accept', remember: 'r', edited: 'text', merge: true, by: 'policy' }), {
      decision: 'accept',
      remember: 'r',
      edited: 'text',
      merge: true,
    });
    assert.deepEqual(expectVerdict({ decision: 'accept', mode: 'yolo', merge: 'yes', edited: 1 }), {
      decision: 'accept',
    });
    assert.deepEqual(expectVerdict({ decision: 'reject', reason: '  No. ' }), { decision: 'reject', reason: 'No.' });
    assert.deepEqual(expectVerdict({ decision: 'reject', reason: ' ' }), { decision: 'reject' });
    for (const value of [{}, { decision: 'allow' }, { decision: true }, []]) {
      assert.throws(() => expectVerdict(value), TypeError);
    }
  });
});
