import assert from 'node:assert/strict';
import { resolveInput } from '../../../../src/context/commands/resolveInput';

const commands = [
  { name: 'compress', otherNames: ['summarize'], description: '' },
  { name: 'git:commit', description: '' },
];

describe('What is typed', () => {
  const resolve = (text: string) => {
    const input = resolveInput(text, commands);
    if (input.kind === 'prompt') return 'prompt';
    return input.kind === 'command' ? [input.command.name, input.args] : [input.name, input.similar];
  };

  it('is a command where it begins with one, with what follows as its arguments', () => {
    assert.deepEqual(resolve('/compress'), ['compress', '']);
    assert.deepEqual(resolve('/Compress  '), ['compress', '']);
    assert.deepEqual(resolve('/summarize all\nof it '), ['compress', 'all\nof it']);
    assert.deepEqual(resolve('/git:commit\n-m x'), ['git:commit', '-m x']);
  });

  it('is a prompt where a path, a comment or a blank begins it', () => {
    for (const text of [
      '/usr/bin/env',
      '/etc/hosts is odd',
      '// why?',
      '/* why? */',
      '/',
      '/ compress',
      ' /compress',
      'a /b',
    ])
      assert.equal(resolve(text), 'prompt', text);
  });

  it('is an unknown command otherwise, with those that are spelled alike', () => {
    assert.deepEqual(resolve('/comprss'), ['comprss', ['compress']]);
    assert.deepEqual(resolve('/compres'), ['compres', ['compress']]);
    assert.deepEqual(resolve('/ocmpress'), ['ocmpress', ['compress']]);
    assert.deepEqual(resolve('/frobnicate now'), ['frobnicate', []]);
  });
});
