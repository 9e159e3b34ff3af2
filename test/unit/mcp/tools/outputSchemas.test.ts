import assert from 'node:assert/strict';
import { OutputSchemas } from '../../../../src/mcp/tools/outputSchemas';

describe('The schemas of structured results', () => {
  const mismatch = (outputSchema: Record<string, unknown>, structured: unknown) => {
    const schemas = new OutputSchemas();
    schemas.keep([{ name: 'tool', inputSchema: {}, outputSchema }]);
    return schemas.mismatchOf('tool', structured);
  };
  const text = (more: object) => ({ type: 'object', properties: { text: { type: 'string', ...more } } });

  it('hold results to what was promised', () => {
    assert.equal(mismatch(text({}), { text: 'a' }), undefined);
    assert.match(mismatch(text({}), { text: 1 }) ?? '', /string/);
    assert.match(mismatch(text({}), undefined) ?? '', /no structured content/);
  });

  it('are not held to by patterns, which a server could make take forever', () => {
    const endless = `${'a'.repeat(60)}!`;
    assert.equal(mismatch(text({ pattern: '^(a+)+$' }), { text: endless }), undefined);
    const named = { type: 'object', patternProperties: { '^(a+)+$': { type: 'string' } }, additionalProperties: false };
    assert.equal(mismatch(named, { [endless]: 1 }), undefined);
  });

  it('keep properties that are called pattern', () => {
    const schema = { type: 'object', properties: { pattern: { type: 'string' } }, required: ['pattern'] };
    assert.equal(mismatch(schema, { pattern: 'x' }), undefined);
    assert.match(mismatch(schema, { pattern: 1 }) ?? '', /string/);
  });
});
