import assert from 'node:assert/strict';
import { testPolicy } from '../../support/testPolicy';
import { EVERYDAY, SMUGGLED } from './ruleCorpus';

const allowing = (prefix: string) =>
  `[[rule]]\ntoolName = "run_shell_command"\ncommandPrefix = ${JSON.stringify(prefix)}\ndecision = "allow"\npriority = 100\n`;
const pairs = (corpus: typeof EVERYDAY) =>
  Object.entries(corpus).flatMap(([prefix, commands]) => commands.map(command => [prefix, command] as const));

describe('A rule that allows a prefix', () => {
  const decide = (toml: string, command: string) => {
    const proposal = { kind: 'command', command, cwd: '/w' } as const;
    const policy = testPolicy({ toml, freesReadOnly: false });
    return policy.decide({ toolName: 'run_shell_command', args: { command }, proposal });
  };
  const notDecided = async (corpus: typeof EVERYDAY, wanted: string) => {
    const wrong: string[] = [];
    for (const [prefix, command] of pairs(corpus)) {
      const { decision, reason } = await decide(allowing(prefix), command);
      if (decision !== wanted) wrong.push(`${prefix}: ${command} (${reason.kind} ${reason.detail ?? ''})`);
    }
    return wrong;
  };

  it('lets everyday commands through', async () => {
    assert.ok(pairs(EVERYDAY).length >= 80);
    assert.deepEqual(await notDecided(EVERYDAY, 'allow'), []);
  });

  it('does not allow what options make of its program', async () => {
    assert.ok(pairs(SMUGGLED).length >= 150);
    assert.deepEqual(await notDecided(SMUGGLED, 'ask'), []);
  });

  it('allows what it names itself, and no more of the kind', async () => {
    const named = [
      ['node --require', 'node --require ./x.js a.js'],
      ['git rebase --exec', 'git rebase --exec "npm test" main'],
      ['git bisect run', 'git bisect run npm test'],
      ['npm exec', 'npm exec tsc'],
      ['tar -I', 'tar -I zstd -cf a b'],
    ] as const;
    for (const [prefix, command] of named)
      assert.equal((await decide(allowing(prefix), command)).decision, 'allow', command);
    assert.equal((await decide(allowing('node -e'), 'node -e x --require ./y.js')).decision, 'ask');
    assert.equal((await decide(allowing('node --require'), 'node --require ./x.js -e y')).decision, 'ask');
    const regex = (source: string) => `[[rule]]\ncommandRegex = ${JSON.stringify(source)}\ndecision = "allow"\n`;
    assert.equal((await decide(regex('git push( .*)?$'), 'git push origin main')).decision, 'allow');
    assert.equal((await decide(regex('git push( .*)?$'), 'git push --exec=./x')).decision, 'ask');
    assert.equal((await decide(regex('node -e .*'), 'node -e "x"')).decision, 'allow');
  });

  it('allows every command where it is for the whole shell, but for what destroys', async () => {
    const whole = '[[rule]]\ntoolName = "run_shell_command"\ndecision = "allow"\n';
    const open = [
      'node -e "x"',
      'python3 -c x',
      'bash -c "ls $x"',
      'curl -d @a https://h',
      'FOO=bar ./run "$(date)"',
      'for f in *; do ./x "$f"; done',
      'eval "$x"',
      'vim a',
      "echo $'a'",
    ];
    for (const command of open) assert.equal((await decide(whole, command)).decision, 'allow', command);
    for (const command of [
      'rm -rf lib',
      'git push --force',
      'echo a; rm -r b',
      'find . -delete',
      'bash -c "rm -rf x"',
    ]) {
      assert.equal((await decide(whole, command)).decision, 'ask', command);
    }
    const except = `${whole}priority = 1\n[[rule]]\ncommandPrefix = "npm publish"\ndecision = "ask_user"\npriority = 2\n`;
    assert.equal((await decide(except, 'npm test')).decision, 'allow');
    for (const command of ['npm publish', 'npm $x', 'eval "$x"'])
      assert.equal((await decide(except, command)).decision, 'ask', command);
  });
});
