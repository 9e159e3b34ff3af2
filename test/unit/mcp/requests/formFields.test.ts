import assert from 'node:assert/strict';
import { defaultAnswer } from '../../../../src/mcp/requests/defaultAnswer';
import { formFields } from '../../../../src/mcp/requests/readFormFields';
import { fieldProblem, valueOf } from '../../../../src/shared/formFields';

describe('a form of a server', () => {
  const fields = formFields({
    type: 'object',
    properties: {
      name: { type: 'string', title: 'Your name', minLength: 2 },
      mail: { type: 'string', format: 'email' },
      age: { type: 'integer', minimum: 18, default: 30 },
      isSure: { type: 'boolean' },
      colour: { type: 'string', enum: ['r', 'g'], enumNames: ['Red', 'Green'] },
      tags: {
        type: 'array',
        items: { type: 'string', enum: ['a', 'b', 'c'] },
        minItems: 1,
        maxItems: 2,
        default: ['a'],
      },
      size: { type: 'string', oneOf: [{ const: 's', title: 'Small' }] },
    },
    required: ['name'],
  });
  const takes = (name: string) => (text: string) => fieldProblem(field(name), text) === undefined;
  const field = (name: string) => fields.find(each => each.name === name) ?? assert.fail(name);

  it('has fields of their kinds, with defaults and what can be chosen', () => {
    assert.deepEqual(
      fields.map(({ kind }) => kind),
      ['text', 'text', 'integer', 'boolean', 'choice', 'choices', 'choice'],
    );
    assert.equal(field('age').default, '30');
    assert.deepEqual(field('colour').options, [
      { value: 'r', label: 'Red' },
      { value: 'g', label: 'Green' },
    ]);
  });

  it('answers itself with its defaults where they are enough', () => {
    const answer = (required: readonly string[], age: unknown) =>
      defaultAnswer({
        kind: 'form',
        message: 'Who?',
        schema: { properties: { name: { type: 'string' }, age: { type: 'integer', default: age } }, required },
      });
    assert.deepEqual(answer(['age'], 30), { action: 'accept', content: { age: 30 } });
    assert.equal(answer(['name'], 30), undefined);
    assert.equal(answer([], 'thirty'), undefined);
    assert.equal(defaultAnswer({ kind: 'url', message: 'Go', url: 'https://x.example', id: '1' }), undefined);
  });

  it('takes what its schema takes, and sends it as what it is', () => {
    assert.deepEqual(['', 'a', 'ab'].map(takes('name')), [false, false, true]);
    assert.deepEqual(['', 'x', 'a@b.example'].map(takes('mail')), [true, false, true]);
    assert.deepEqual(['17', '18', '18.5', 'x'].map(takes('age')), [false, true, false, false]);
    assert.equal(valueOf(field('age'), '18'), 18);
    assert.equal(valueOf(field('isSure'), 'true'), true);
    assert.equal(valueOf(field('colour'), 'r'), 'r');
    assert.deepEqual(['b', 'r'].map(takes('colour')), [false, true]);
    const lists = ['[]', '["a"]', '["a","b"]', '["a","b","c"]', '["x"]', 'a'];
    assert.deepEqual(lists.map(takes('tags')), [false, true, true, false, false, false]);
    assert.deepEqual(valueOf(field('tags'), '["a","b"]'), ['a', 'b']);
  });

  it('takes only dates and times that a server takes', () => {
    const asked = formFields({
      properties: { day: { type: 'string', format: 'date' }, time: { type: 'string', format: 'date-time' } },
    });
    const ofFormat = (name: string) => (text: string) =>
      fieldProblem(asked.find(each => each.name === name) ?? assert.fail(name), text) === undefined;
    const days = ['2026-05-31', '2024-02-29', '2026-02-29', '2026-02-31', '2026-13-01', '26-05-31', 'today'];
    assert.deepEqual(days.map(ofFormat('day')), [true, true, false, false, false, false, false]);
    const times = [
      '2026-05-31T14:00:00Z',
      '2026-05-31t14:00:00.5+02:00',
      '2026-02-31T14:00:00Z',
      '2026-05-31T14:00:00',
    ];
    assert.deepEqual(times.map(ofFormat('time')), [true, true, false, false]);
  });

  it('counts characters as a person does', () => {
    const [emoji] = formFields({ properties: { emoji: { type: 'string', maxLength: 1 } } });
    assert.equal(fieldProblem(emoji!, '🦭'), undefined);
    assert.notEqual(fieldProblem(emoji!, '🦭🦭'), undefined);
  });
});
