import assert from 'node:assert/strict';
import { readMessage } from '../../../../src/mcp/connection/messages';
import { hasTooMany, MAX_VALUES, ValueCount } from '../../../../src/mcp/connection/valueCount';
import { processorMs } from '../../../support/loopBlocks';

describe('The values of a message', () => {
  /** What is counted of a text that arrives in pieces of so many bytes. */
  const fits = (text: string, size: number, isStream = false) => {
    const values = new ValueCount(isStream);
    const bytes = Buffer.from(text);
    for (let at = 0; at < bytes.length; at += size) if (!values.add(bytes.subarray(at, at + size))) return false;
    return true;
  };
  const list = (value: string, count: number) => `{"jsonrpc":"2.0","id":7,"result":[${`${value},`.repeat(count)}1]}`;
  const MANY = {
    objects: list('{}', MAX_VALUES),
    numbers: list('1', MAX_VALUES),
    texts: list('"a"', MAX_VALUES),
    keys: list('{"a":1}', MAX_VALUES / 2),
    nested: '['.repeat(MAX_VALUES + 1),
    'texts that end in backslashes': list(String.raw`"\\"`, MAX_VALUES),
    'quotes in texts': list(String.raw`"\"{\""`, MAX_VALUES),
  };
  const FEW = {
    'one long text': list(JSON.stringify('a,b:{[\n'.repeat(MAX_VALUES)), 1),
    'a text of quotes and backslashes': list(JSON.stringify('\\",{"\\\\'.repeat(MAX_VALUES)), 1),
    nothing: '',
    'a text without an end': `"${','.repeat(MAX_VALUES * 2)}`,
  };

  it('are too many, whatever they are and however they are cut', () => {
    for (const [name, text] of Object.entries(MANY)) {
      assert.ok(hasTooMany(text), name);
      for (const size of [7, 65_536]) assert.equal(fits(text, size), false, name);
    }
  });

  it('are not what stands in a text', () => {
    for (const [name, text] of Object.entries(FEW)) {
      assert.equal(hasTooMany(text), false, name);
      for (const size of [7, 65_536]) assert.ok(fits(text, size), name);
    }
  });

  it('count for each event of a stream by itself, but for no blank line of any other answer', () => {
    const events = `data: ${list('{}', 1000)}\r\n\r\n`.repeat(MAX_VALUES / 1000);
    assert.ok(fits(events, 1000, true));
    assert.equal(fits(list('{},\n\n', MAX_VALUES), 1000), false);
  });

  it('make an answer flawed without being parsed', () => {
    const answer = readMessage(MANY.objects);
    assert.deepEqual(answer, {
      jsonrpc: '2.0',
      id: 7,
      error: { code: -32_603, message: 'tooMany', data: { flaw: 'tooMany' } },
    });
    const used = processorMs(() => readMessage(list('{}', 8_000_000)));
    assert.ok(used < 100, `${used} ms`);
  });
});
