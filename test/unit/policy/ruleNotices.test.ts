import assert from 'node:assert/strict';
import { parseRules } from '../../../src/policy/rules';
import { RuleSet } from '../../../src/policy/ruleSet';
import { testPolicy } from '../../support/testPolicy';

const ALLOW = '[[rule]]\ntoolName = "run_shell_command"\ncommandPrefix = "npm test"\ndecision = "allow"\n';

describe('A file of rules with something odd in it', () => {
  const decide = async (toml: string, command = 'npm test') => {
    const proposal = { kind: 'command', command, cwd: '/w' } as const;
    return (await testPolicy({ toml }).decide({ toolName: 'run_shell_command', args: { command }, proposal })).decision;
  };
  const problems = (toml: string) => parseRules(toml, 'a.toml', 'user').problems;

  it('keeps what else it says in force, and names the odd part', async () => {
    const odd = [
      'name = "mine"',
      'description = "Tests may run."',
      'allow_redirection = true',
      'modes = []',
      'colour = "red"',
    ];
    for (const line of odd) {
      for (const decision of ['deny', 'allow']) {
        const toml = `${ALLOW}[[rule]]\ntoolName = "glob"\ndecision = "${decision}"\n${line}\n`;
        assert.equal(await decide(toml), 'allow', line);
        const [problem, ...more] = problems(toml);
        assert.deepEqual([problem?.line, problem?.isHarmless, more], [5, true, []], line);
      }
    }
    assert.deepEqual(problems(`${ALLOW}deny_message = "x"\n`), []);
  });

  it('stays in force itself, unless it would allow more than is meant', async () => {
    for (const line of [
      'name = "x"',
      'description = "x"',
      'deny_message = "x"',
      'allow_redirection = true',
      'modes = []',
    ]) {
      assert.equal(await decide(`${ALLOW}${line}\n`), 'allow', line);
      const deny = `[[rule]]\ncommandPrefix = "npm test"\ndecision = "deny"\n${line}\n`;
      assert.equal(await decide(deny), 'deny', line);
    }
    assert.equal(await decide(`${ALLOW}allow_redirection = true\n`, 'npm test > x'), 'ask');
    assert.equal(
      await decide('[[rule]]\ntoolName = "run_shell_command"\ncommandPrefx = "git"\ndecision = "allow"\n'),
      'ask',
    );
    assert.equal(
      await decide('[[rule]]\ntoolName = "run_shell_command"\ncommandPrefx = "git"\ndecision = "deny"\n'),
      'deny',
    );
    assert.equal(await decide(`[[rule]]\ncommand_prefix = "npm test"\ndecision = "allow"\n`), 'allow');
  });

  it('allows nothing any more only where something that forbids may be lost', async () => {
    const brokenAllow = `${ALLOW}[[rule]]\ntoolName = 3\ndecision = "allow"\n`;
    assert.equal(await decide(brokenAllow), 'allow');
    assert.equal(await decide(`${ALLOW}[[rule]]\ntoolName = 3\ndecision = "deny"\n`), 'ask');
    assert.equal(await decide(`${ALLOW}[[rule]`), 'ask');
  });

  it('may be missing, and others count all the same', async () => {
    const rules = new RuleSet({
      read: async () => [
        { file: '/none', tier: 'user', text: null, error: 'ENOENT', isMissing: true },
        { file: '/admin', tier: 'admin', text: null, error: 'ENOENT', isMissing: true },
      ],
      fixed: () => [],
      append: async () => undefined,
      now: () => new Date(0),
    });
    const found = (await rules.rules()).problems.map(({ file, isHarmless }) => [file, isHarmless]);
    assert.deepEqual(found, [
      ['/none', true],
      ['/admin', undefined],
    ]);
  });

  it('has rules of one chat for that chat alone', async () => {
    const rules = new RuleSet({
      read: async () => [],
      fixed: () => [],
      append: async () => undefined,
      now: () => new Date(0),
    });
    const [first, second] = [rules.forChat(), rules.forChat()];
    await first.save({ id: 'c', scope: 'session', rule: 'commandPrefix = "npm test"' });
    assert.deepEqual(
      [(await first.rules()).rules.length, (await second.rules()).rules.length, (await rules.rules()).rules.length],
      [1, 0, 0],
    );
  });
});
