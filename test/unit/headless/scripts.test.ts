import assert from 'node:assert/strict';
import { call, cut, hang, text } from '../../support/gemini/replies';
import { HeadlessPlace } from '../../support/headlessPlace';
import { runCommand, startCommand } from '../../support/polluxCommand';

describe('A script that was made for Gemini CLI', () => {
  const at = HeadlessPlace.use();
  const place = (env: Readonly<Record<string, string>> = {}) => at.with({ GEMINI_API_KEY: 'good', ...env });
  const run = (args: readonly string[], env?: Readonly<Record<string, string>>) => runCommand(args, place(env));
  const edit = call('replace', { file_path: 'note.txt', old_string: 'one', new_string: '1' });
  const { note } = at;

  it('trusts the folder with --skip-trust', async () => {
    for (const flag of ['--skip-trust', '--skipTrust', '--skip-trust=true']) {
      await at.scratch.put('home/work/note.txt', 'one\n');
      at.server.reply(edit).reply(text('Done.'));
      const { err } = await run(['-p', 'Hi', '--approvalMode=auto_edit', flag]);
      assert.deepEqual([await note(), err], ['1\n', ''], flag);
    }
    await at.scratch.put('home/work/note.txt', 'one\n');
    at.server.reply(edit).reply(text('Pity.'));
    await run(['-p', 'Hi', '-y', '--skip-trust', '--no-skip-trust']);
    assert.equal(await note(), 'one\n');
  });

  it('gets the last answer alone as the response', async () => {
    at.server.reply(text('Let me look.'), call('read_file', { file_path: 'note.txt' })).reply(text('It says one.'));
    const { out } = await run(['-p', 'Hi', '--outputFormat=json']);
    assert.equal((JSON.parse(out) as { response: string }).response, 'It says one.');
    at.server.reply(text('Half'), cut()).reply(text('All of it.'));
    assert.equal((JSON.parse((await run(['-p', 'Hi', '-o=json'])).out) as { response: string }).response, 'All of it.');
  });

  it('finds no escape sequence in the answer of JSON, wherever it is split, unless it wants the raw one', async () => {
    const parts = ['a\u001b]0;ev', 'il\u0007b', '\u001b[2', 'Jc\u009b31md'];
    const said = async (...args: string[]) => {
      at.server.reply(text(parts));
      const { out } = await run(['-p', 'Hi', ...args]);
      if (args.includes('json')) return (JSON.parse(out) as { response: string }).response;
      const lines = out.split('\n').filter(line => line.includes('"assistant"'));
      return lines.map(line => (JSON.parse(line) as { content: string }).content).join('');
    };
    for (const format of ['json', 'stream-json']) {
      assert.equal(await said('-o', format), 'abcd', format);
      assert.equal(await said('-o', format, '--raw-output'), parts.join(''), format);
    }
  });

  it('reads a text while it is written', async () => {
    at.server.reply(text(['First. ', 'Second.']), hang());
    const { child, ended } = startCommand(['-p', 'Hi'], place());
    let seen = '';
    await new Promise<void>(resolve =>
      child.stdout.on('data', (chunk: string) => {
        seen += chunk;
        if (seen.includes('Second.')) resolve();
      }),
    );
    child.kill('SIGINT');
    assert.deepEqual(await ended.then(({ code, out }) => [code, out]), [130, 'First. Second.\n']);
  });

  it('reads each answer on a line of its own, and hears of one that begins anew and says something else', async () => {
    at.server
      .reply(text('Let me look.'), call('read_file', { file_path: 'note.txt' }))
      .reply(text('It is'), cut())
      .reply(text('No, wait.'));
    const { out, err } = await run(['-p', 'Hi']);
    assert.equal(out, 'Let me look.\nIt is\nNo, wait.\n');
    assert.match(err, /The answer restarted with a different text/);
  });

  it('begins a session where there is none to go on with', async () => {
    for (const args of [['-r'], ['-r', 'latest'], ['--resume=latest'], ['--resume=']]) {
      at.server.reply(text('Hello.'));
      const { code, out, err } = await run([...args, '-p', 'Hi'], {
        GEMINI_CLI_HOME: at.scratch.absolute(`home${args.join('')}`),
      });
      assert.deepEqual([code, out], [0, 'Hello.\n'], args.join(' '));
      assert.match(err, /There are no sessions in this folder yet, so a new one was started\./);
    }
    assert.equal((await run(['-r', '1', '-p', 'Hi'])).code, 42);
    assert.equal((await run(['--delete-session', 'latest'])).code, 42);
  });

  it('is told of a folder to include that is not there', async () => {
    for (const args of [['--include-directories', 'none'], ['--includeDirectories=.,note.txt']]) {
      const { code, out, err } = await run(['-p', 'Hi', ...args]);
      assert.deepEqual([code, out], [42, '']);
      assert.match(err, /--include-directories: There is no folder .*work\/(?:none|note\.txt)/);
    }
    await at.scratch.put('home/.gemini/settings.json', '{ "context": { "includeDirectories": ["../none"] } }');
    at.server.reply(text('Hello.'));
    const { code, err } = await run(['-p', 'Hi']);
    assert.deepEqual([code, at.server.requests.length], [0, 1]);
    assert.match(err, /"context\.includeDirectories": There is no folder .*home\/none, so it is left out/);
  });

  it('never asks a model what a command is', async () => {
    for (const [args, message] of [
      [['mcp', 'panel'], /no command "mcp panel"/],
      [['extensions'], /Usage: pollux extensions/],
      [['extensions', 'frob'], /Usage: pollux extensions/],
      [['gemma', 'setup'], /aren't available/],
      [['skills'], /Usage: pollux COMMAND list/],
      [['skills', 'install', 'x'], /no command "skills install x"/],
      [['hooks', 'migrate'], /no command "hooks migrate"/],
      [['-y', 'hooks', 'panel'], /no command "hooks panel"/],
      [['-i', 'Hi'], /--prompt-interactive isn't available/],
      [['-w'], /--worktree isn't available/],
      [['--acp'], /--acp isn't available/],
    ] as const) {
      const { code, out, err } = await run(args);
      assert.deepEqual([code, out], [42, ''], args.join(' '));
      assert.match(err, message);
    }
    assert.equal(at.server.requests.length, 0);
    await run(['-p', 'skills list']);
    await run(['the skills list']);
    assert.equal(at.server.requests.length, 2);
  });

  it('lists skills and hooks', async () => {
    assert.equal((await run(['skills', 'list'])).out, 'There are no skills.\n');
    assert.equal((await run(['hooks', 'list', '--trust'])).out, 'There are no hooks.\n');
    const skill = (name: string) => `---\nname: ${name}\ndescription: What ${name} is for\n---\nDo it.\n`;
    await at.scratch.put('home/.gemini/skills/a/SKILL.md', skill('a'));
    await at.scratch.put('home/work/.gemini/skills/b/SKILL.md', skill('b'));
    const hook = { matcher: 'replace', hooks: [{ type: 'command', name: 'guard', command: 'node guard.js' }] };
    await at.scratch.put(
      'home/work/.gemini/settings.json',
      JSON.stringify({ hooks: { BeforeTool: [hook] }, skills: { disabled: ['B'] } }),
    );
    const skills = await run(['skills', 'list', '--trust']);
    assert.equal(skills.code, 0);
    assert.match(
      skills.out,
      /^Skills \(2\):\n\na \[Enabled\]\n {2}Description: What a is for\n {2}Location: .*a\/SKILL\.md\n/,
    );
    assert.match(skills.out, /b \[Disabled\]/);
    const untrusted = await run(['skills', 'list']);
    assert.match(untrusted.out, /^Skills \(1\):/);
    assert.match(untrusted.err, /This folder isn't trusted, so its skills are ignored/);
    const hooks = await run(['hooks', 'list', '--trust']);
    assert.match(
      hooks.out,
      /guard \[Enabled\]\n {2}Event: {4}BeforeTool \(replace\)\n {2}Command: {2}node guard\.js\n/,
    );
    const records = JSON.parse((await run(['hooks', 'list', '--trust', '-o', 'json'])).out) as { name: string }[];
    assert.deepEqual(
      records.map(({ name }) => name),
      ['guard'],
    );
    assert.equal(at.server.requests.length, 0);
  });

  describe('finds in the environment of its commands', () => {
    const output = async (command: string, env: Readonly<Record<string, string>>, ...args: string[]) => {
      at.server.reply(call('run_shell_command', { command })).reply(text('Done.'));
      const { err } = await run(['-p', 'Hi', '-y', '--trust', ...args], env);
      return { err, said: String(at.server.requests.at(-1)?.functionResponses[0]?.response?.output) };
    };
    const PRINT = 'echo "[$AUTHOR|$MONKEY|$FROM_ENV|$HOME_ENV|$MY_TOKEN|$GEMINI_MODEL]"';

    it('all but secrets, and what .env files say, and is told what it lacks', async () => {
      await at.scratch.put('home/work/.env', 'FROM_ENV=project\nMONKEY=other\nPATH=/nowhere\n');
      await at.scratch.put('home/.env', 'HOME_ENV=own\n');
      const { err, said } = await output(PRINT, { AUTHOR: 'ada', MONKEY: 'george', MY_TOKEN: 'bird' });
      assert.match(said, /\[ada\|george\|project\|own\|\|\]/);
      assert.match(said, /Variables not passed on, as they look like secrets: MY_TOKEN/);
      assert.match(
        err,
        /Commands don't get these variables, which look like secrets: (?:GEMINI_API_KEY, MY_TOKEN|MY_TOKEN, GEMINI_API_KEY)\./,
      );
    });

    it('nothing of a project that is not trusted, or whose files are not wanted', async () => {
      await at.scratch.put('home/work/.env', 'FROM_ENV=project\n');
      await at.scratch.put('home/.gemini/settings.json', '{ "advanced": { "ignoreLocalEnv": true } }');
      const { said } = await output(PRINT, {});
      assert.match(said, /\[\|\|\|\|\|\]/);
    });
  });

  it('is offered no tool that needs somebody to answer, nor one that leads out of the plan it was begun for', async () => {
    const offered = async (...args: string[]) => {
      await run(['-p', 'Hi', ...args]);
      const names = at.server.requests.at(-1)?.toolNames ?? [];
      return ['ask_user', 'enter_plan_mode', 'exit_plan_mode', 'read_file'].filter(name => names.includes(name));
    };
    assert.deepEqual(await offered(), ['enter_plan_mode', 'exit_plan_mode', 'read_file']);
    assert.deepEqual(await offered('--approval-mode', 'plan', '--trust'), ['read_file']);
  });

  it('can plan in between, and goes on as it began', async () => {
    at.server
      .reply(call('enter_plan_mode', { reason: 'It is large.' }))
      .reply(edit)
      .reply(call('exit_plan_mode', { plan: 'Replace it.' }))
      .reply(edit)
      .reply(text('Done.'));
    const { code } = await run(['-p', 'Hi', '-y', '--trust']);
    const outcome = (index: number) => Object.keys(at.server.requests[index]?.functionResponses[0]?.response ?? {})[0];
    assert.deepEqual([code, [1, 2, 3, 4].map(outcome)], [0, ['output', 'error', 'output', 'output']]);
    assert.equal(await note(), '1\n');
  });

  it('can not leave plan mode where the run began in it', async () => {
    at.server
      .reply(call('exit_plan_mode', { plan: 'Replace it.' }))
      .reply(edit)
      .reply(text('Done.'));
    await run(['-p', 'Hi', '--approval-mode', 'plan', '--trust', '--allowed-tools', 'exit_plan_mode,replace']);
    assert.equal(await note(), 'one\n');
  });

  it('knows the names of models that Gemini CLI has', async () => {
    const alias = (base: string) => ({ extends: base, modelConfig: { generateContentConfig: { topK: 3 } } });
    const customAliases = { a: alias('gemini-2.5-flash'), b: alias('chat-base-3'), c: alias('gemini-3-flash-base') };
    await at.scratch.put('home/.gemini/settings.json', JSON.stringify({ modelConfigs: { customAliases } }));
    const asked = async (...args: string[]) => {
      const { code, err } = await run(['-p', 'Hi', ...args]);
      assert.deepEqual([code, err], [0, '']);
      return at.server.requests.at(-1)?.model;
    };
    assert.equal(await asked('-m', 'auto-gemini-3'), 'gemini-3.8-flash');
    assert.equal(await asked('-m', 'auto-gemini-3', '--approval-mode', 'plan', '--trust'), 'gemini-4-argon');
    assert.equal(await asked('-m', 'auto-gemini-2.5'), 'gemini-2.5-flash');
    assert.equal(await asked('-m', 'auto-gemini-2.5', '--approval-mode', 'plan', '--trust'), 'gemini-2.5-pro');
    assert.equal(await asked('-m', 'a'), 'gemini-2.5-flash');
    assert.equal(await asked('-m', 'c'), 'gemini-3-flash-preview');
  });

  it('is told the truth about a loop', async () => {
    at.server.respond(() => call('list_directory', { dir_path: '.' }));
    const { err } = await run(['-p', 'Hi']);
    assert.match(err, /Stopped: the model made the same call 5 times in a row, although it was told: list_directory/);
  });
}).timeout(60_000);
