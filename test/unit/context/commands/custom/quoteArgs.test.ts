import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { withQuotedArgs, wordsOf } from '../../../../../src/context/commands/custom/quoteArgs';

const HOSTILE = [
  '$(touch pwned)',
  '`touch pwned`',
  '; touch pwned #',
  "' ; touch pwned ; '",
  '" ; touch pwned ; "',
  '$HOME ${HOME} \\$HOME',
  '\\',
  '\\\' \\"',
  'a\nb\n$(touch pwned)',
  '!! !x',
  '*',
  '-n',
  '{a,b} ~ | & < >',
  'ünï 文 😀',
];

describe('Arguments in a shell part', () => {
  const bash = (command: string) => execFileSync('/bin/bash', ['-c', command], { encoding: 'utf8' });

  it('come out as they were typed, whatever quotation marks they stand in', () => {
    for (const args of HOSTILE) {
      for (const template of [
        'printf %s {{args}}',
        "printf %s '{{args}}'",
        'printf %s "{{args}}"',
        'printf %s "a"\'b\'{{args}}',
      ]) {
        const out = bash(withQuotedArgs(template, args, 'bash'));
        assert.equal(out, template.includes('"a"') ? `ab${args}` : args, `${template} with ${args}`);
      }
    }
  });

  it('are refused where nobody can say what would mean something', () => {
    for (const template of [
      'x "$(y {{args}})"',
      'x `y {{args}}`',
      'cat <<E\n{{args}}\nE',
      'x # {{args}}',
      "x $'{{args}}'",
      'x \\{{args}}',
    ]) {
      assert.throws(() => withQuotedArgs(template, 'a', 'bash'), /can’t be put into this command/, template);
    }
    assert.throws(() => withQuotedArgs('x {{args}}', 'a\0b', 'bash'), /NUL/);
  });

  it('are doubled or escaped for PowerShell', () => {
    assert.equal(withQuotedArgs('x {{args}}', "it's $(y)", 'powershell'), "x 'it''s $(y)'");
    assert.equal(withQuotedArgs('x "{{args}}"', '$(y) "z"', 'powershell'), 'x "`$(y) `"z`""');
    assert.throws(() => withQuotedArgs('x @"\n{{args}}\n"@', 'a', 'powershell'));
  });

  it('are nothing where nothing was typed, and any number of times the same', () => {
    assert.equal(withQuotedArgs('grep {{args}} .', '', 'bash'), 'grep  .');
    assert.equal(withQuotedArgs('a {{args}} b {{args}}', '{{args}}', 'bash'), "a '{{args}}' b '{{args}}'");
  });

  it('are words as a shell has them', () => {
    assert.deepEqual(wordsOf('one "two three" \'four "5"\' si\\ x ""'), ['one', 'two three', 'four "5"', 'si x', '']);
  });
});
