import assert from 'node:assert/strict';
import { boundedTest } from '../../../src/policy/boundedPattern';
import { parseRules } from '../../../src/policy/rules';
import { testPolicy } from '../../support/testPolicy';

describe('The expression of a rule', () => {
  const toml = (pattern: string, decision: string) =>
    `[[rule]]\ntoolName = "run_shell_command"\ncommandRegex = '${pattern}'\ndecision = "${decision}"\n`;
  const decide = async (command: string, rules: string) => {
    const proposal = { kind: 'command', command, cwd: '/w' } as const;
    return (await testPolicy({ toml: rules }).decide({ toolName: 'run_shell_command', args: {}, proposal })).decision;
  };

  it('is refused where it repeats what can be read in more than one way', () => {
    for (const pattern of [
      '(a|aa)*b',
      '(?:a|a)+$',
      '(a?){50}b',
      '((a))*',
      '(a*)*',
      '(?:x+)+',
      '(a|b){2,}c',
      '([ab]|a)*x',
    ]) {
      assert.equal(parseRules(toml(pattern, 'allow'), 'a.toml', 'user').rules.length, 0, pattern);
    }
    for (const pattern of ['^npm (run|test)( .*)?$', '^git (?:log|diff)', '(a|b)?', 'a[*+]*', '^ls -\\w+ src$']) {
      assert.equal(parseRules(toml(pattern, 'allow'), 'a.toml', 'user').rules.length, 1, pattern);
    }
  });

  it('takes no time that a long text could make long, and is then as strict as it can be', async () => {
    const slow = '^make .*a.*a.*a.*a.*b$';
    const command = `make ${'a'.repeat(5000)}`;
    assert.equal(await decide(command, toml(slow, 'deny')), 'deny');
    assert.equal(await decide(command, toml(slow, 'allow')), 'ask');
    assert.equal(await decide('make a a a a b', toml(slow, 'allow')), 'allow');
    assert.equal(boundedTest(/^a.*b$/, `a${'x'.repeat(100_000)}b`, false), true);
  });

  it('of a project takes no time that long arguments could make long either', async () => {
    const rules = (pattern: string, tier: 'workspace' | 'user') =>
      parseRules(`[[rule]]\ntoolName = "write_file"\nargsPattern = '${pattern}'\ndecision = "deny"\n`, 'a.toml', tier)
        .rules;
    const decide = async (pattern: string, tier: 'workspace' | 'user', content: string) => {
      const policy = testPolicy({ rules: async () => ({ rules: rules(pattern, tier), problems: [] }) });
      return (await policy.decide({ toolName: 'write_file', args: { content } })).decision;
    };
    const long = 'a'.repeat(200_000);
    assert.equal(await decide('a.*a.*a.*b', 'workspace', long), 'deny');
    assert.notEqual(await decide('.*secret.*', 'user', long), 'deny');
    assert.equal(await decide('.*secret.*', 'user', `${long} secret`), 'deny');
    assert.notEqual(await decide('.*secret.*', 'workspace', long), 'deny');
  });
});
