import assert from 'node:assert/strict';
import { DeclarationsError, readDeclarations } from '../../../../src/tools/discovered/declarations';

const add = {
  name: 'add',
  description: 'sum',
  parametersJsonSchema: { type: 'object', properties: { a: { type: 'number' } } },
};
const names = (value: unknown) => readDeclarations(JSON.stringify(value)).tools.map(({ name }) => name);

describe('Declarations of discovered tools', () => {
  it('are read in every form', () => {
    const other = { ...add, name: 'other' };
    assert.deepEqual(names([add, other]), ['add', 'other']);
    assert.deepEqual(names([{ function_declarations: [add, other] }]), ['add', 'other']);
    assert.deepEqual(names([{ functionDeclarations: [add] }, other]), ['add', 'other']);
    assert.deepEqual(names({ functionDeclarations: [add] }), ['add']);
    assert.deepEqual(names(add), ['add']);
    assert.deepEqual(names([]), []);
  });

  it('take their parameters by each name, with types in capitals, and without any', () => {
    const expected = { type: 'object', properties: { a: { type: 'number' } } };
    for (const key of ['parametersJsonSchema', 'parameters_json_schema', 'parameters']) {
      const schema = key === 'parameters' ? { type: 'OBJECT', properties: { a: { type: 'NUMBER' } } } : expected;
      const [tool] = readDeclarations(JSON.stringify([{ name: 'add', [key]: schema }])).tools;
      assert.deepEqual(tool?.parameters, expected);
    }
    const [none] = readDeclarations('[{"name":"now"}]').tools;
    assert.deepEqual(none, { name: 'now', description: '', parameters: { type: 'object', properties: {} } });
  });

  it('leave what is no word of the schema as it is', () => {
    const properties = { type: { type: 'STRING', enum: ['Type', 'B'], default: 'B' }, properties: { type: 'string' } };
    const [tool] = readDeclarations(JSON.stringify([{ name: 'x', parameters: { type: 'OBJECT', properties } }])).tools;
    assert.deepEqual(tool?.parameters.properties, {
      type: { type: 'string', enum: ['Type', 'B'], default: 'B' },
      properties: { type: 'string' },
    });
  });

  it('tell what is wrong with one, with its place, and keep the others', () => {
    const wrong: readonly [unknown, RegExp][] = [
      ['x', /\[1\]: This is no function declaration/],
      [{ ...add, name: 'a b' }, /\[1\]: "name" must be/],
      [{ ...add, name: '$(touch x)' }, /"name" must be/],
      [{ ...add, name: '-rf' }, /"name" must be/],
      [{ ...add, name: 'x', description: 7 }, /"description" of "x"/],
      [{ name: 'x', parameters: { type: 'string' } }, /must be of the type "object"/],
      [{ name: 'x', parameters: [] }, /must be a JSON Schema/],
      [{ name: 'x', parameters: nested(100) }, /nested more than/],
      [{ name: 'x', parameters: { properties: { a: { description: 'y'.repeat(200_000) } } } }, /longer than/],
      [add, /"add" is declared twice/],
      [{ functionDeclarations: 7 }, /\[1\]\.functionDeclarations: This is no/],
    ];
    for (const [value, message] of wrong) {
      const { tools, problems } = readDeclarations(JSON.stringify([add, value]));
      assert.deepEqual(tools.length, 1);
      assert.match(problems.join('\n'), message);
    }
  });

  it('count what is too much', () => {
    const { tools, problems } = readDeclarations(
      JSON.stringify(Array.from({ length: 300 }, (_, i) => ({ name: `tool${i}` }))),
    );
    assert.equal(tools.length, 200);
    assert.equal(problems.length, 6);
    assert.match(problems.at(-1) ?? '', /95 more/);
  });

  it('are refused as a whole where there is no list of them', () => {
    for (const output of ['', '  \n', 'no', '[1', '7', 'null', '"x"']) {
      assert.throws(() => readDeclarations(output), DeclarationsError, output);
    }
  });
});

function nested(depth: number): object {
  return depth === 0 ? {} : { properties: { a: nested(depth - 1) } };
}
