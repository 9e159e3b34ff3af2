import assert from 'node:assert/strict';
import { listIn, promptTextOf, toolResultOf } from '../../../../src/mcp/tools/serverContent';

describe('What a server returns', () => {
  const read = (result: Record<string, unknown>) => toolResultOf(result, () => undefined);

  it('is read in each format of the protocol', () => {
    const hello = [{ kind: 'text', text: 'hello' }];
    assert.deepEqual(read({ content: [{ type: 'text', text: 'hello' }] }).content, hello);
    assert.deepEqual(read({ toolResult: 'hello' }).content, hello);
    assert.deepEqual(read({ structuredContent: { a: 1 } }).structured, { a: 1 });
    assert.deepEqual(read({ content: [] }).content, []);
    assert.equal(read({ isError: true }).isError, true);
  });

  it('is an error where its content is missing or no list, not an empty success', () => {
    assert.throws(() => read({}), /"content" in its result must be an array, but it is missing\./);
    assert.throws(() => read({ content: null }), /"content" .* not null\./);
    assert.throws(() => read({ content: 'hello' }), /"content" .* not a string\./);
    assert.throws(() => read({ content: {}, structuredContent: { a: 1 } }), /"content" .* not an object\./);
    assert.throws(() => read({ structuredContent: null }), /"content" /);
    assert.throws(() => promptTextOf({ messages: 1 }), /"messages" .* not a number\./);
    assert.throws(() => listIn({}, 'contents'), /"contents" .* missing\./);
  });
});
