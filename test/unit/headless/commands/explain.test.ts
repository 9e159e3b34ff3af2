import assert from 'node:assert/strict';
import { runCommand } from '../../../support/polluxCommand';
import { Scratch } from '../../../support/scratch';

interface Answer {
  readonly decision: string;
  readonly reason: string;
  readonly rule: string | null;
  readonly parts: readonly { readonly text: string; readonly decision: string }[];
}

describe('pollux policy explain', () => {
  let scratch: Scratch;
  beforeEach(async () => (scratch = await Scratch.make()));
  afterEach(() => scratch.close());

  const explain = async (args: readonly string[], input = '') => {
    const env = { GEMINI_CLI_HOME: scratch.path };
    const ended = await runCommand(['policy', 'explain', ...args], { cwd: scratch.path, env, input });
    const lines = ended.out.split('\n').filter(line => line.startsWith('{'));
    return { ...ended, answers: lines.map(line => JSON.parse(line) as Answer) };
  };

  const POLICY = `
[[rule]]
toolName = "run_shell_command"
commandPrefix = ["git status", "echo"]
decision = "allow"
priority = 100

[[rule]]
toolName = "run_shell_command"
commandPrefix = "rm"
decision = "deny"
priority = 200
denyMessage = "Use trash."
`;

  it('says what is decided, by which rule, and part by part', async () => {
    await scratch.put('team.toml', POLICY);
    const { code, answers } = await explain(['--policy', 'team.toml', '--', 'echo hi && rm -rf /']);
    const [answer] = answers;
    assert.equal(code, 0);
    assert.deepEqual([answer?.decision, answer?.rule], ['deny', 'team.toml:8']);
    assert.match(answer?.reason ?? '', /Use trash\./);
    assert.deepEqual(
      answer?.parts.map(({ text, decision }) => [text, decision]),
      [
        ['echo hi', 'allow'],
        ['rm -rf /', 'deny'],
      ],
    );
  });

  it('takes commands as JSON strings, one a line, and answers each with a line', async () => {
    await scratch.put('team.toml', POLICY);
    const commands = ['git status', 'ls', 'echo a > b', 'echo $(rm x)', 'bash -c "rm x"'];
    const input = `${commands.map(each => JSON.stringify(each)).join('\n')}\n`;
    const { answers } = await explain(['--policy', 'team.toml', '--stdin'], input);
    assert.deepEqual(
      answers.map(each => each.decision),
      ['allow', 'allow', 'ask', 'deny', 'deny'],
    );
  });

  it('goes by the rules of extensions, too', async () => {
    await scratch.put('.gemini/extensions/ext/gemini-extension.json', '{"name": "ext", "version": "1.0.0"}');
    const rule = '[[rule]]\ntoolName = "run_shell_command"\ncommandPrefix = "cat"\ndecision = "deny"\npriority = 1\n';
    await scratch.put('.gemini/extensions/ext/policies/cat.toml', rule);
    const [answer] = (await explain(['--', 'cat note.txt'])).answers;
    assert.deepEqual([answer?.decision, answer?.rule], ['deny', 'cat.toml:1']);
  });

  it('answers a line that is no JSON string with deny, and goes on', async () => {
    const { code, answers } = await explain(['--stdin'], 'ls\n"ls"\n');
    assert.deepEqual([code, ...answers.map(each => each.decision)], [42, 'deny', 'allow']);
  });

  it('evaluates by the approval mode, and by the shell', async () => {
    await scratch.put('team.toml', POLICY);
    const decide = async (...args: string[]) =>
      (await explain(['--policy', 'team.toml', ...args])).answers[0]?.decision;
    assert.equal(await decide('--approval-mode', 'yolo', '--', 'npm test'), 'allow');
    assert.equal(await decide('--approval-mode', 'yolo', '--', 'rm x'), 'deny');
    assert.equal(await decide('--approval-mode', 'plan', '--', 'echo x'), 'deny');
    assert.equal(await decide('--shell', 'powershell', '--', 'git status'), 'allow');
    assert.equal(await decide('--shell', 'powershell', '--', 'git status; Remove-Item x'), 'deny');
    assert.equal(await decide('--shell', 'powershell', '--', 'git status; iex $x'), 'ask');
  });

  it('names file and line of a broken rule, allows nothing, and exits with 52', async () => {
    await scratch.put('bad.toml', `${POLICY}\n[[rule]]\ntoolName = "run_shell_command"\ndecision = "maybe"\n`);
    const { code, answers, err } = await explain(['--policy', 'bad.toml', '--', 'git status']);
    assert.deepEqual([code, answers[0]?.decision], [52, 'ask']);
    assert.match(err, /bad\.toml:15: "decision" must be/);
    const missing = await explain(['--policy', 'none.toml', '--', 'git status']);
    assert.deepEqual([missing.code, missing.answers[0]?.decision], [52, 'ask']);
    assert.match(missing.err, /none\.toml/);
  });

  it('evaluates by the settings and the rules that hold here, unless rules are given', async () => {
    const lists = { exclude: ['run_shell_command(git push)'], allowed: ['run_shell_command(git)'] };
    await scratch.put('.gemini/settings.json', JSON.stringify({ tools: lists }));
    await scratch.put('.gemini/policies/mine.toml', POLICY);
    await scratch.put('team.toml', '[[rule]]\ntoolName = "run_shell_command"\ndecision = "allow"\npriority = 1\n');
    const input = `${['git push', 'git pull', 'rm x', 'npm test'].map(each => JSON.stringify(each)).join('\n')}\n`;
    const here = (await explain(['--stdin'], input)).answers;
    assert.deepEqual(
      here.map(({ decision, rule }) => [decision, rule]),
      [
        ['deny', 'tools.exclude: run_shell_command(git push)'],
        ['allow', 'tools.allowed: run_shell_command(git)'],
        ['deny', 'mine.toml:8'],
        ['ask', null],
      ],
    );
    const given = (await explain(['--policy', 'team.toml', '--stdin'], input)).answers;
    assert.deepEqual(
      given.map(({ decision, rule }) => [decision, rule]),
      Array.from({ length: 4 }, () => ['allow', 'team.toml:1']),
    );
  });

  it('says how it is used', async () => {
    for (const args of [
      [],
      ['--shell', 'fish', '--', 'ls'],
      ['--stdin', '--', 'ls'],
      ['--approval-mode', 'x', '--', 'ls'],
    ]) {
      assert.equal((await explain(args)).code, 42, args.join(' '));
    }
    const help = await explain(['--help']);
    assert.equal(help.code, 0);
    assert.match(help.out, /^Usage: pollux policy explain/);
  });
});
