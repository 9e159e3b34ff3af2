import assert from 'node:assert/strict';
import { formFields, valueOf } from '../../../src/mcp/formFields';

describe('a form of a server', () => {
  const fields = formFields({
    type: 'object',
    properties: {
      name: { type: 'string', title: 'Your name', minLength: 2 },
      mail: { type: 'string', format: 'email' },
      age: { type: 'integer', minimum: 18, default: 30 },
      isSure: { type: 'boolean' },
      colour: { type: 'string', enum: ['r', 'g'], enumNames: ['Red', 'Green'] },
      size: { type: 'string', oneOf: [{ const: 's', title: 'Small' }] },
    },
    required: ['name'],
  });
  const field = (name: string) => fields.find(each => each.name === name) ?? assert.fail(name);

  it('has fields of their kinds, with defaults and what can be chosen', () => {
    assert.deepEqual(
      fields.map(({ kind }) => kind),
      ['text', 'text', 'integer', 'boolean', 'choice', 'choice'],
    );
    assert.equal(field('age').default, '30');
    assert.deepEqual(field('colour').options, [
      { value: 'r', label: 'Red' },
      { value: 'g', label: 'Green' },
    ]);
  });

  it('takes what its schema takes, and sends it as what it is', () => {
    assert.deepEqual(['', 'a', 'ab'].map(field('name').check), [false, false, true]);
    assert.deepEqual(['', 'x', 'a@b.example'].map(field('mail').check), [true, false, true]);
    assert.deepEqual(['17', '18', '18.5', 'x'].map(field('age').check), [false, true, false, false]);
    assert.equal(valueOf(field('age'), '18'), 18);
    assert.equal(valueOf(field('isSure'), 'true'), true);
    assert.equal(valueOf(field('colour'), 'r'), 'r');
  });
});
