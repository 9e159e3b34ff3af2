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

  it('are not held to where alternatives and references double the work at each level', () => {
    const levels = Array.from({ length: 60 }, (_, i) => {
      const next = { $ref: `#/$defs/level${i + 1}` };
      return [`level${i}`, { anyOf: [next, next] }] as const;
    });
    const defs = { ...Object.fromEntries(levels), level60: { type: 'string' } };
    const doubling = { type: 'object', properties: { a: { $ref: '#/$defs/level0' } }, $defs: defs };
    assert.equal(mismatch(doubling, { a: 1 }), undefined);
    const all = { type: 'object', properties: { a: { type: 'array', uniqueItems: true } } };
    const items = Array.from({ length: 20_000 }, (_, i) => ({ i }));
    assert.equal(mismatch(all, { a: items }), undefined);
  });

  it('follow references and alternatives else', () => {
    const defs = { one: { type: 'object', properties: { a: { type: 'string' } } } };
    const referring = { type: 'object', properties: { one: { $ref: '#/$defs/one' } }, $defs: defs };
    assert.match(mismatch(referring, { one: { a: 1 } }) ?? '', /string/);
    const either = { type: 'object', properties: { a: { anyOf: [{ type: 'string' }, { type: 'boolean' }] } } };
    assert.match(mismatch(either, { a: 1 }) ?? '', /string/);
  });

  it('keep properties that are called pattern', () => {
    const schema = { type: 'object', properties: { pattern: { type: 'string' } }, required: ['pattern'] };
    assert.equal(mismatch(schema, { pattern: 'x' }), undefined);
    assert.match(mismatch(schema, { pattern: 1 }) ?? '', /string/);
  });
});
