import assert from 'node:assert/strict';
import { fromChunk } from '../../../src/gemini/convert';

describe('Arguments that a model nests without end', () => {
  const nested = (depth: number) => {
    let args: Record<string, unknown> = { end: 'x' };
    for (let level = 0; level < depth; level++) args = level % 2 === 0 ? { a: args } : { a: [args] };
    return args;
  };
  const argsOf = (args: Record<string, unknown>) => {
    const content = { parts: [{ functionCall: { id: '1', name: 'look', args } }] };
    const [part] = fromChunk({ candidates: [{ content }] }, () => 'id');
    return part?.type === 'toolCall' ? part.call.args : undefined;
  };

  it('are left out, with a word of why, before anything goes through them', () => {
    for (const depth of [200, 2000, 100_000]) {
      assert.deepEqual(argsOf(nested(depth)), { 'left out': 'nested more than 200 levels' });
    }
  });

  it('stay as they are within the limit', () => {
    assert.deepEqual(argsOf(nested(50)), nested(50));
  });
});
