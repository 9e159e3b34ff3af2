import assert from 'node:assert/strict';
import { parseTree } from 'jsonc-parser';
import { entriesOf, valueAt } from '../../../src/config/jsonNodes';

describe('The properties of an object in JSON', () => {
  const node = parseTree('{ "a": 1, "b": { "c": 2 }, "a": 3 }');

  it('are listed as written, and the last duplicate counts', () => {
    assert.deepEqual(
      entriesOf(node).map(([name]) => name),
      ['a', 'b', 'a'],
    );
    assert.equal(valueAt(node, 'a')?.value, 3);
    assert.equal(valueAt(valueAt(node, 'b'), 'c')?.value, 2);
  });

  it('are none for other values', () => {
    assert.deepEqual(entriesOf(parseTree('[1, 2]')), []);
    assert.deepEqual(entriesOf(undefined), []);
    assert.equal(valueAt(valueAt(node, 'a'), 'c'), undefined);
  });
});
