import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { call, text } from '../../support/gemini/replies';
import { HeadlessPlace } from '../../support/headlessPlace';
import { runCommand } from '../../support/polluxCommand';

describe('What the administrator sets for runs without an editor', function () {
  this.timeout(120_000);
  const at = HeadlessPlace.use();
  const system = (value: unknown) => at.scratch.put('system/settings.json', JSON.stringify(value));
  const policy = (file: string, rule: string) => at.scratch.put(file, `[[rule]]\n${rule}\npriority = 999\n`);
  const run = (args: readonly string[] = [], env: Readonly<Record<string, string>> = {}) =>
    runCommand(['-p', 'Hi', '--trust', ...args], at.with({ GEMINI_API_KEY: 'good', ...env }));
  const shell = (command: string) => call('run_shell_command', { command });
  const answer = () => JSON.stringify(at.server.requests.at(-1)?.functionResponses[0]?.response);
  const ran = async (args: readonly string[], env?: Readonly<Record<string, string>>) => {
    at.server.reply(shell('touch made')).reply(text('Done.'));
    const { err } = await run(args, env);
    return `${answer()} ${err}`.includes('"error"') ? 'denied' : 'ran';
  };
  const made = () => at.scratch.bytes('home/work/made');

  it('denies a command that the user’s rules and flags allow', async () => {
    const allows = 'toolName = "run_shell_command"\ncommandPrefix = "touch"\ndecision = "allow"';
    await policy('home/.gemini/policies/mine.toml', allows);
    await policy('mine.toml', allows);
    const args = [
      '-y',
      '--allowed-tools',
      'run_shell_command(touch)',
      '--admin-policy',
      at.scratch.absolute('mine.toml'),
    ];
    assert.equal(await ran(args), 'ran');
    await rm(at.scratch.absolute('home/work/made'));
    for (const tools of [
      { exclude: ['run_shell_command(touch)'] },
      { confirmationRequired: ['run_shell_command(touch)'] },
      { core: ['read_file', 'run_shell_command(ls)'] },
    ]) {
      await system({ tools });
      await at.user({ tools: { core: ['run_shell_command', 'read_file'], allowed: ['run_shell_command(touch)'] } });
      assert.equal(await ran(args), 'denied', JSON.stringify(tools));
    }
    await policy('admin/a.toml', 'toolName = "run_shell_command"\ncommandPrefix = "touch"\ndecision = "deny"');
    await system({ adminPolicyPaths: [at.scratch.absolute('admin')] });
    await at.user({ adminPolicyPaths: [at.scratch.absolute('mine.toml')] });
    assert.equal(await ran(args), 'denied');
    assert.equal(await made(), null);
  });

  it('runs the administrator’s hooks even if the user turned hooks off', async () => {
    const hooks = { BeforeTool: [{ hooks: [{ type: 'command', command: 'echo guard >> seen; exit 2' }] }] };
    await system({ hooks });
    await at.user({
      hooksConfig: { enabled: false, disabled: ['echo guard >> seen; exit 2'] },
      hooks,
    });
    at.server.reply(shell('touch made')).reply(text('Done.'));
    await run(['-y']);
    assert.equal(await made(), null);
    assert.equal(String(await at.scratch.bytes('home/work/seen')), 'guard\n');
  });

  it('doesn’t run if an administrator’s hook is invalid', async () => {
    await system({ hooks: { BeforeTool: [{ hooks: [{ type: 'command' }] }] } });
    await at.user({ hooksConfig: { enabled: false } });
    assert.equal((await run()).code, 52);
  });

  it('is named where lists are empty, and where servers may not be used', async () => {
    await at.user({ mcpServers: { mine: { command: 'node' } } });
    await system({
      admin: {
        extensions: { enabled: false },
        skills: { enabled: false },
        mcp: { config: { other: { url: 'https://a.example' } } },
      },
    });
    const list = (name: string, ...flags: string[]) => runCommand([name, 'list', ...flags], at.with());
    assert.match((await list('extensions')).err, /^pollux: Your administrator has turned extensions off\.$/m);
    assert.match((await list('skills', '--trust')).err, /^pollux: Your administrator has turned skills off\.$/m);
    assert.match((await list('mcp', '--trust')).out, /^✗ mine: .* \(Your administrator doesn’t allow it\)$/m);
  });

  it('requires a sandbox that no variable or flag turns off', async () => {
    await system({ tools: { sandbox: 'not-there' } });
    for (const [args, env] of [
      [[], {}],
      [['--no-sandbox'], {}],
      [[], { GEMINI_SANDBOX: 'false' }],
      [[], { POLLUX_SANDBOX: 'off' }],
    ] as const) {
      assert.equal((await run(args, env)).code, 44, JSON.stringify([args, env]));
    }
  });

  it('sends telemetry to the administrator’s target', async () => {
    const [theirs, mine] = [at.scratch.absolute('theirs.log'), at.scratch.absolute('mine.log')];
    await system({ telemetry: { enabled: true, outfile: theirs, logPrompts: false } });
    await at.user({ telemetry: { enabled: false, outfile: mine, logPrompts: true, target: 'gcp' } });
    at.server.reply(text('Hi.'));
    const off = { GEMINI_TELEMETRY_ENABLED: '0', GEMINI_TELEMETRY_OUTFILE: mine, GEMINI_TELEMETRY_LOG_PROMPTS: '1' };
    const { code } = await run(['-p', 'A prompt that nobody logs'], off);
    assert.equal(code, 0);
    assert.match(String(await at.scratch.bytes('theirs.log')), /gemini_cli\.api_request/);
    assert.doesNotMatch(String(await at.scratch.bytes('theirs.log')), /nobody logs/);
    assert.equal(await at.scratch.bytes('mine.log'), null);
  });
});
