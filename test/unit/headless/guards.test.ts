import assert from 'node:assert/strict';
import { call, text } from '../../support/gemini/replies';
import { probeSandbox } from '../../../src/node/sandbox/probe';
import { HeadlessPlace } from '../../support/headlessPlace';
import { runCommand } from '../../support/polluxCommand';

describe('What is there to restrict a headless run', function () {
  this.timeout(60_000);
  const at = HeadlessPlace.use();
  const run = (args: readonly string[], env?: Readonly<Record<string, string>>) =>
    runCommand(['-p', 'Hi', ...args], at.with(env));
  const { user, workspace } = at;
  const edit = call('replace', { file_path: 'note.txt', old_string: 'one', new_string: '1' });
  const shell = (command: string) => call('run_shell_command', { command });
  const { note } = at;
  const declared = () => {
    const [tools] = (at.server.requests.at(-1)?.body.tools ?? []) as { functionDeclarations: { name: string }[] }[];
    return (tools?.functionDeclarations ?? []).map(({ name }) => name);
  };
  const answer = () => JSON.stringify(at.server.requests.at(-1)?.functionResponses[0]?.response);

  describe('by the lists of tools of a workspace', () => {
    it('leaves only tools.core, and allows none of it', async () => {
      await workspace({ tools: { core: ['read_file', 'run_shell_command(echo)'] } });
      at.server.reply(text('Hi.'));
      const { err } = await run(['--trust']);
      assert.deepEqual([declared(), err], [['read_file', 'run_shell_command'], '']);
      for (const [command, isRun] of [
        ['echo it', true],
        ['touch x', false],
        ['echo it && touch x', false],
      ] as const) {
        at.server.reply(shell(command)).reply(text('Done.'));
        await run(['--trust', '-y']);
        assert.equal(answer().includes('"error"'), !isRun, `${command}: ${answer()}`);
      }
      assert.equal(await at.scratch.bytes('home/work/x'), null);
      at.server.reply(edit).reply(text('Done.'));
      await run(['--trust', '-y']);
      assert.equal(await note(), 'one\n');
      at.server.reply(shell('touch x')).reply(text('Done.'));
      await run(['--trust']);
      assert.match(answer(), /"error"/);
    });

    it('never adds to tools.core of the person', async () => {
      await user({ tools: { core: ['read_file', 'glob'] } });
      await workspace({ tools: { core: ['glob', 'run_shell_command'] } });
      at.server.reply(text('Hi.'));
      await run(['--trust', '-y']);
      assert.deepEqual(declared(), ['glob']);
    });

    it('excludes tools, and asks about tools, which denies them', async () => {
      await workspace({ tools: { exclude: ['glob'], confirmationRequired: ['replace'] } });
      at.server.reply(edit).reply(text('Done.'));
      const { err } = await run(['--trust', '-y']);
      assert.equal(declared().includes('glob'), false);
      assert.equal(await note(), 'one\n');
      assert.doesNotMatch(err, /can't be set by a workspace/);
    });

    it('does so in a folder that is not trusted, whose other settings do not count', async () => {
      await workspace({ tools: { core: ['read_file'], exclude: ['glob'] }, model: { name: 'gemini-evil' } });
      at.server.reply(text('Hi.'));
      const { code, err } = await run([]);
      assert.deepEqual([code, err, declared()], [0, '', ['read_file']]);
      assert.notEqual(at.server.requests[0]?.model, 'gemini-evil');
    });

    it('does not follow a link out of a folder that is not trusted', async () => {
      await at.scratch.put('elsewhere/settings.json', '{ "tools": { "core": ["read_file"] } }');
      await at.scratch.link('home/work/.gemini', at.scratch.absolute('elsewhere'));
      at.server.reply(text('Hi.'));
      assert.equal((await run([])).err, '');
      assert.ok(declared().length > 5);
    });
  });

  it('denies by rules of a folder that is not trusted, which allow nothing', async () => {
    await at.scratch.put(
      'home/work/.gemini/policies/a.toml',
      '[[rule]]\ntoolName = "read_file"\ndecision = "deny"\npriority = 1\n[[rule]]\ntoolName = "replace"\ndecision = "allow"\npriority = 1\n',
    );
    at.server
      .reply(call('read_file', { file_path: 'note.txt' }))
      .reply(edit)
      .reply(text('Done.'));
    await run([]);
    assert.match(JSON.stringify(at.server.requests[1]?.functionResponses[0]?.response), /error/);
    assert.equal(await note(), 'one\n');
  });

  it('ends a run with 44 where a sandbox is wanted that can not be had', async function () {
    this.timeout(240_000);
    const probed = await probeSandbox();
    probed.sandbox?.dispose();
    const own = probed.sandbox ? 0 : 44;
    const expect = async (code: number, args: readonly string[], env: Readonly<Record<string, string>> = {}) => {
      if (code === 0) at.server.reply(text('Hi.'));
      const ended = await run(args, { GEMINI_API_KEY: 'good', ...env });
      assert.equal(ended.code, code, `${args.join(' ')} ${JSON.stringify(env)}: ${ended.err}`);
      if (code === 44)
        assert.match(
          ended.err,
          /(?:^|\n)pollux: (?:A sandbox is required|The sandbox (?:docker|podman) is turned on|Pollux doesn’t support the sandbox|\S+\/(?:docker|podman) couldn't run Pollux)/,
        );
    };
    await expect(own, ['-s']);
    await expect(own, ['--sandbox=true']);
    await expect(own, [], { GEMINI_SANDBOX: 'true' });
    await expect(44, [], { GEMINI_SANDBOX: 'docker' });
    await expect(0, ['-s'], { GEMINI_SANDBOX: 'false' });
    await expect(0, ['-s'], { SANDBOX: 'my-container' });
    for (const [code, sandbox] of [
      [own, true],
      [44, 'podman'],
      [44, { command: 'docker' }],
      [own, { enabled: true }],
    ] as const) {
      await user({ tools: { sandbox } });
      await expect(code, []);
    }
    await user({ tools: { sandbox: 'podman' } });
    await expect(0, ['--no-sandbox']);
    await expect(0, [], { GEMINI_SANDBOX: '0' });
    for (const sandbox of [false, 'false', { enabled: false }]) {
      await user({ tools: { sandbox } });
      await expect(0, []);
    }
    await workspace({ tools: { sandbox: 'podman' } });
    await expect(44, ['--trust']);
    await user({ tools: { sandbox: 'podman' } });
    await workspace({ tools: { sandbox: false } });
    await expect(44, ['--trust']);
    await user({ security: { toolSandboxing: true } });
    await workspace({});
    await expect(own, []);
    await user({});
    await at.scratch.put('home/.gemini/.env', 'GEMINI_SANDBOX=lxc\n');
    await expect(44, []);
    await expect(0, [], { GEMINI_SANDBOX: 'false' });
    // The project's own can't say that there is a sandbox already.
    await at.scratch.put('home/work/.env', 'SANDBOX=1\n');
    await expect(44, ['--trust']);
    // It may want one, and never out of one.
    await at.scratch.put('home/.gemini/.env', '');
    await at.scratch.put('home/work/.env', 'GEMINI_SANDBOX=lxc\n');
    await expect(44, ['--trust']);
    await expect(0, []);
    await at.scratch.put('home/work/.env', 'GEMINI_SANDBOX=false\n');
    await user({ tools: { sandbox: 'lxc' } });
    await expect(44, ['--trust']);
  });

  it('runs with a warning if the user wants a check that Pollux lacks, and not at all if the administrator does', async () => {
    await user({ security: { enableConseca: true } });
    at.server.reply(text('Hi.'));
    const warned = await run([]);
    assert.deepEqual([warned.code, warned.out], [0, 'Hi.\n']);
    assert.match(warned.err, /settings\.json:1: "security\.enableConseca": Pollux has no model that checks tool calls/);
    await at.scratch.put('system/settings.json', '{ "security": { "enableConseca": true } }');
    const sent = at.server.requests.length;
    const { code, out, err } = await run([]);
    assert.deepEqual([code, out, at.server.requests.length - sent], [52, '', 0]);
    assert.match(err, /Your administrator requires a check .* \(“security\.enableConseca”\)/);
  });

  it('runs in no way that secure mode of the administrator excludes', async () => {
    await at.scratch.put('system/settings.json', '{ "admin": { "secureModeEnabled": true } }');
    const { code, err } = await run(['--trust', '-y']);
    assert.equal(code, 52);
    assert.match(err, /disableYoloMode/);
  });

  describe('by rules that count like the administrator’s', () => {
    const rule = (decision: string) => `[[rule]]\ntoolName = "replace"\ndecision = "${decision}"\npriority = 1\n`;

    it('goes by those of flags and settings, above the person’s own', async () => {
      await at.scratch.put('home/.gemini/policies/own.toml', rule('allow'));
      await at.scratch.put('admin/a.toml', rule('deny'));
      const file = at.scratch.absolute('admin/a.toml');
      for (const args of [[`--admin-policy=${file}`], ['--adminPolicy', at.scratch.absolute('admin')]]) {
        at.server.reply(edit).reply(text('Done.'));
        const { err } = await run(['--trust', '-y', ...args]);
        assert.equal(await note(), 'one\n', err);
      }
      await user({ adminPolicyPaths: [file] });
      at.server.reply(edit).reply(text('Done.'));
      await run(['--trust', '-y']);
      assert.equal(await note(), 'one\n');
      await at.scratch.put('admin/a.toml', rule('allow'));
      await at.scratch.put('home/.gemini/policies/own.toml', rule('deny'));
      at.server.reply(edit).reply(text('Done.'));
      await run(['--trust']);
      assert.equal(await note(), '1\n');
    });

    it('ends with 52 where they can not be read', async () => {
      await at.scratch.put('admin/broken.toml', '[[rule]\n');
      for (const name of ['admin/broken.toml', 'admin/none.toml']) {
        const { code, out, err } = await run(['--admin-policy', at.scratch.absolute(name), '-y', '--trust']);
        assert.deepEqual([code, out], [52, ''], err);
        assert.match(err, new RegExp(`adminPolicyPaths can't be used: .*${name}`));
      }
      assert.equal(at.server.requests.length, 0);
    });

    it('takes them where a rule has a key that is unknown', async () => {
      await at.scratch.put('admin/a.toml', rule('deny').replace('[[rule]]', '[[rule]]\nname = "mine"'));
      at.server.reply(edit).reply(text('Done.'));
      const { code, err } = await run(['--trust', '-y', `--admin-policy=${at.scratch.absolute('admin/a.toml')}`]);
      assert.deepEqual([code, await note()], [0, 'one\n'], err);
    });

    it('takes none from a workspace', async () => {
      await at.scratch.put('home/work/allow.toml', rule('allow'));
      await workspace({ adminPolicyPaths: ['allow.toml'] });
      at.server.reply(edit).reply(text('Done.'));
      const { err } = await run(['--trust']);
      assert.match(err, /"adminPolicyPaths" can't be set by a workspace/);
      assert.equal(await note(), 'one\n');
    });
  });

  describe('by the way to sign in', () => {
    const auth = (values: Readonly<Record<string, string>>) => user({ security: { auth: values } });

    it('takes the one that the settings select, even where there is a key', async () => {
      for (const selectedType of ['oauth-personal', 'vertex-ai']) {
        await auth({ selectedType });
        const { code, err } = await run([]);
        assert.deepEqual([code, at.server.requests.length], [41, 0], selectedType);
        assert.match(
          err,
          selectedType === 'vertex-ai' ? /Vertex AI needs/ : /signing in with a Google account .*“oauth-personal”/,
        );
      }
      await auth({ selectedType: 'gemini-api-key' });
      at.server.reply(text('Hi.'));
      assert.equal((await run([], { GEMINI_API_KEY: 'good', GOOGLE_GENAI_USE_VERTEXAI: 'true' })).code, 0);
      assert.equal((await run([], {})).code, 41);
    });

    it('sends nothing where nobody knows which one is meant', async () => {
      for (const key of ['selectedType', 'enforcedType']) {
        await auth({ [key]: 'nonsense' });
        const { code, err } = await run([]);
        assert.deepEqual([code, at.server.requests.length], [52, 0]);
        assert.match(err, new RegExp(`"security\\.auth\\.${key}" must be one of oauth-personal, `));
      }
    });

    it('takes no other than the one that is enforced', async () => {
      for (const values of [
        { enforcedType: 'oauth-personal' },
        { enforcedType: 'vertex-ai', selectedType: 'gemini-api-key' },
      ]) {
        await auth(values);
        const { code, out, err } = await run([]);
        assert.deepEqual([code, out, at.server.requests.length], [52, '', 0]);
        assert.match(err, new RegExp(`security\\.auth\\.enforcedType.*${values.enforcedType}`));
      }
      const { code, out } = await run(['-o', 'json']);
      assert.deepEqual([code, (JSON.parse(out) as { error: { code: number } }).error.code], [52, 52]);
      assert.equal((await run([], {})).code, 41);
      await auth({ enforcedType: 'gemini-api-key', selectedType: 'oauth-personal' });
      at.server.reply(text('Hi.'));
      assert.equal((await run([])).code, 0);
    });
  });
});
