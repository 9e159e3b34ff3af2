import assert from 'node:assert/strict';
import type { ReadTool } from '../../../../src/agent/tool';
import { Ajv } from 'ajv';
import { ArgumentValidator } from '../../../../src/agent/calls/validateArgs';
import { toolError } from '../../../support/toolError';

const tool: ReadTool = {
  kind: 'read',
  name: 'sample',
  description: '',
  parameters: {
    type: 'object',
    properties: {
      names: { type: 'array', items: { type: 'string' } },
      options: { type: 'object', properties: { deep: { type: 'boolean' } } },
      text: { type: 'string' },
      count: { type: 'integer' },
      any: {},
    },
    additionalProperties: false,
  },
  title: () => '',
  run: async () => ({ content: '' }),
};

describe('The validation of arguments', () => {
  const validate = (args: Readonly<Record<string, unknown>>): unknown =>
    new ArgumentValidator(Ajv).validate(tool, args);

  it('takes one for a list, JSON for what it stands for, and numbers and booleans in strings', () => {
    assert.deepEqual(validate({ names: 'a' }), { names: ['a'] });
    assert.deepEqual(validate({ names: '["a", "b"]' }), { names: ['a', 'b'] });
    assert.deepEqual(validate({ options: '{"deep": "true"}' }), { options: { deep: true } });
    assert.deepEqual(validate({ count: '3' }), { count: 3 });
  });

  it('matches no pattern of a server, which the text of a call could make take forever', () => {
    const text = { type: 'string', pattern: '^(a+)+$' };
    const parameters = { type: 'object', properties: { text }, required: ['text'] };
    const check = (args: Readonly<Record<string, unknown>>): unknown =>
      new ArgumentValidator(Ajv).validate({ ...tool, parameters }, args);
    const endless = { text: `${'a'.repeat(60)}!` };
    assert.deepEqual(check(endless), endless);
    assert.throws(() => check({}), toolError('invalid_tool_params', 'text'));
  });

  it('goes by the schema that a tool has now', () => {
    const validator = new ArgumentValidator(Ajv);
    const withId = (type: string) => ({ $id: 'one', type: 'object', properties: { value: { type } } });
    const given = (type: string, value: unknown) =>
      validator.validate({ ...tool, parameters: withId(type) }, { value }) as unknown;
    assert.deepEqual(given('integer', '3'), { value: 3 });
    assert.deepEqual(given('string', '3'), { value: '3' });
    assert.throws(() => given('boolean', 'x'), toolError('invalid_tool_params'));
  });

  it('leaves strings alone that are meant as such', () => {
    assert.deepEqual(validate({ text: '["a"]', names: '[a' }), { text: '["a"]', names: ['[a'] });
  });

  it('takes null for what is left out, not for nothing', () => {
    assert.deepEqual(validate({ count: null, text: null }), {});
  });

  it('names what it does not know', () => {
    assert.throws(() => validate({ colour: 1 }), toolError('invalid_tool_params', 'colour'));
  });

  it('says what is wrong', () => {
    assert.throws(() => validate({ count: 'x' }), toolError('invalid_tool_params', 'count must be integer'));
    assert.throws(() => validate({ options: '[1]' }), toolError('invalid_tool_params', 'options must be object'));
  });

  it('refuses what is nested too deeply, however it comes', () => {
    const deep = '['.repeat(10_000) + ']'.repeat(10_000);
    const refused = toolError('invalid_tool_params', 'nested more than 100 levels');
    assert.throws(() => validate({ any: JSON.parse(deep) as unknown }), refused);
    assert.throws(() => validate({ names: deep }), refused);
  });

  it('does not let a key reach the prototype of everything', () => {
    for (const args of ['{"__proto__":{"x":1}}', '{"options":"{\\"__proto__\\":{\\"x\\":1}}"}']) {
      try {
        validate(JSON.parse(args) as Record<string, unknown>);
      } catch (error) {
        assert.ok(error instanceof Error);
      }
      assert.equal(({} as { x?: number }).x, undefined);
    }
  });
});
