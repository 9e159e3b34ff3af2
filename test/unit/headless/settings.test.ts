import assert from 'node:assert/strict';
import { join } from 'node:path';
import { call, text } from '../../support/gemini/replies';
import { HeadlessPlace } from '../../support/headlessPlace';
import { runCommand } from '../../support/polluxCommand';

describe('pollux, headless, by its settings,', () => {
  const at = HeadlessPlace.use();
  const run = (args: readonly string[], env?: Readonly<Record<string, string>>) => runCommand(args, at.with(env));
  const { user, workspace } = at;
  const edit = call('replace', { file_path: 'note.txt', old_string: 'one', new_string: '1' });
  const { note } = at;

  it('uses the model and the format that they name, and a flag wins', async () => {
    await user({ model: { name: 'gemini-user' }, output: { format: 'json' } });
    at.server.reply(text('Hi.')).reply(text('Hi.'));
    const { out } = await run(['-p', 'Hi']);
    assert.equal((JSON.parse(out) as { response: string }).response, 'Hi.');
    assert.equal((await run(['-p', 'Hi', '-m', 'gemini-flag', '-o', 'text'])).out, 'Hi.\n');
    assert.deepEqual(
      at.server.requests.map(({ model }) => model),
      ['gemini-user', 'gemini-flag'],
    );
  });

  it('lets a model repeat itself only if they say so, and stops it at their limit', async () => {
    at.server.respond(() => call('list_directory', { path: '.' }));
    assert.equal((await run(['-p', 'Hi'])).code, 1);
    await user({ model: { disableLoopDetection: true, maxSessionTurns: 7 } });
    const before = at.server.requests.length;
    assert.equal((await run(['-p', 'Hi'])).code, 53);
    assert.equal(at.server.requests.length - before, 7);
  });

  it('compresses from the share on that they name, and refuses what is none', async () => {
    await user({ model: { compressionThreshold: 50 } });
    at.server.reply(text('Hi.'));
    const { code, err } = await run(['-p', 'Hi']);
    assert.equal(code, 0);
    assert.match(err, /settings\.json:1: .*compressionThreshold.* a number from 0 to 1/);
  });

  it('begins in the mode that they name, and never in one that they forbid', async () => {
    await user({ general: { defaultApprovalMode: 'auto_edit' } });
    at.server.reply(edit).reply(text('Done.'));
    await run(['-p', 'Hi', '--trust']);
    assert.equal(await note(), '1\n');
    await at.scratch.put('system/settings.json', '{ "security": { "disableYoloMode": true } }');
    const { code, err } = await run(['-p', 'Hi', '--trust', '-y']);
    assert.deepEqual([code, err.includes('disableYoloMode')], [52, true]);
  });

  it('let nothing be changed while what they forbid can not be told', async () => {
    await at.scratch.put('home/.gemini/settings.json', '{\n"tools": { "exclude": "replace" } }');
    at.server.reply(edit).reply(text('Done.'));
    const { code, err } = await run(['-p', 'Hi', '--trust', '-y']);
    assert.deepEqual([code, await note()], [0, 'one\n']);
    assert.match(err, /home\/\.gemini\/settings\.json:2: "tools\.exclude" must be /);
  });

  it('stop the run if they are no JSON, those of a folder only where it is trusted', async () => {
    const broken = '{\n  "tools": { "exclude": ["replace"] },,\n}';
    await at.scratch.put('home/work/.gemini/settings.json', broken);
    at.server.reply(text('Hi.'));
    assert.equal((await run(['-p', 'Hi'])).code, 0);
    const inFolder = await run(['-p', 'Hi', '--trust', '-y']);
    await at.scratch.put('home/.gemini/settings.json', broken);
    const own = await run(['-p', 'Hi', '-y']);
    for (const [place, { code, out, err }] of [['work/', inFolder] as const, ['home/', own] as const]) {
      assert.deepEqual([code, out], [52, '']);
      const where = `^pollux: .*${place}\\.gemini/settings\\.json:2:39: This isn't valid JSON: .* Correct the file, or move it away\\.\\n$`;
      assert.match(err, new RegExp(where));
    }
    assert.equal(at.server.requests.length, 1);
  });

  it('say which ignore files count', async () => {
    await at.scratch.put('home/work/.geminiignore', 'note.txt\n');
    const read = async () => {
      at.server.reply(call('read_file', { file_path: 'note.txt' })).reply(text('Done.'));
      await run(['-p', 'Hi', '--trust']);
      return JSON.stringify(at.server.requests.at(-1)?.body).includes('ignored by .geminiignore');
    };
    assert.equal(await read(), true);
    await workspace({ context: { fileFiltering: { respectGeminiIgnore: false } } });
    assert.equal(await read(), true, 'a folder may not loosen it');
    await user({ context: { fileFiltering: { respectGeminiIgnore: false } } });
    assert.equal(await read(), false);
    await user({
      context: { fileFiltering: { respectGeminiIgnore: false, customIgnoreFilePaths: ['.geminiignore'] } },
    });
    assert.equal(await read(), true);
  });

  it('tells the model only of the tools that they leave', async () => {
    const declared = async () => {
      at.server.reply(text('Hi.'));
      await run(['-p', 'Hi']);
      const [tools] = (at.server.requests.at(-1)?.body.tools ?? []) as { functionDeclarations: { name: string }[] }[];
      return (tools?.functionDeclarations ?? []).map(({ name }) => name);
    };
    const all = await declared();
    await user({ tools: { exclude: ['EditTool', 'run_shell_command(git push)', 'read_many_files'] } });
    assert.deepEqual(
      await declared(),
      all.filter(name => name !== 'replace' && name !== 'read_many_files'),
    );
    await user({ tools: { core: ['read_file', 'glob', 'run_shell_command(ls)'], exclude: ['glob'] } });
    assert.deepEqual(await declared(), ['read_file', 'run_shell_command']);
  });

  it('gives the model as much of an output as they say', async () => {
    const output = async () => {
      at.server.reply(call('run_shell_command', { command: 'seq 1 200' })).reply(text('Done.'));
      await run(['-p', 'Hi', '--trust', '-y']);
      return String(at.server.requests.at(-1)?.functionResponses[0]?.response?.output);
    };
    await user({ tools: { truncateToolOutputThreshold: 100 } });
    const cut = await output();
    assert.match(cut, /\[\d+ characters omitted; the full output is in /);
    assert.ok(cut.length < 400, cut);
    await user({ tools: { truncateToolOutputThreshold: 0 } });
    assert.match(await output(), /\n100\n101\n/);
  });

  it('ends after as many turns as they allow', async () => {
    await user({ model: { maxSessionTurns: 1 } });
    at.server.reply(call('list_directory', { dir_path: '.' })).reply(text('Done.'));
    const { code, err } = await run(['-p', 'Hi']);
    assert.deepEqual([code, err.includes('Stopped after 1 turn.')], [53, true]);
  });

  it('runs tools without asking and sees more folders if they say so', async () => {
    await at.scratch.put('more/note.txt', 'one\n');
    const path = at.scratch.absolute('more');
    await user({ tools: { allowed: ['replace'] }, context: { includeDirectories: [path] } });
    const file = join(path, 'note.txt');
    at.server.reply(call('replace', { file_path: file, old_string: 'one', new_string: '1' })).reply(text('Done.'));
    await run(['-p', 'Hi', '--trust']);
    assert.equal(String(await at.scratch.bytes('more/note.txt')), '1\n');
  });

  it('reads those of a folder, and its key, only if the folder is trusted', async () => {
    await workspace({ model: { name: 'gemini-work' } });
    await at.scratch.put('home/work/.env', 'GEMINI_API_KEY=good\nGOOGLE_GEMINI_BASE_URL=http://127.0.0.1:1');
    assert.equal((await run(['-p', 'Hi'], {})).code, 41);
    at.server.reply(text('Hi.'));
    const { code, err } = await run(['-p', 'Hi', '--trust'], {});
    assert.equal(code, 0, err);
    assert.equal(at.server.requests.at(-1)?.model, 'gemini-work');
    assert.match(err, /\.env: A project may not set GOOGLE_GEMINI_BASE_URL/);
  });

  it('does not follow a link to settings in a folder that is not trusted', async () => {
    await at.scratch.put('elsewhere/settings.json', '{ "model": "gemini-evil" ');
    await at.scratch.link('home/work/.gemini', at.scratch.absolute('elsewhere'));
    at.server.reply(text('Hi.'));
    const { code, err } = await run(['-p', 'Hi']);
    assert.deepEqual([code, err], [0, '']);
    assert.notEqual(at.server.requests[0]?.model, 'gemini-evil');
  });

  it('trusts all folders if the person turns trust off, and not if the folder does', async () => {
    const off = { security: { folderTrust: { enabled: false } }, general: { defaultApprovalMode: 'auto_edit' } };
    await workspace(off);
    at.server.reply(edit).reply(text('Pity.'));
    await run(['-p', 'Hi']);
    assert.equal(await note(), 'one\n');
    await user(off);
    at.server.reply(edit).reply(text('Done.'));
    await run(['-p', 'Hi']);
    assert.equal(await note(), '1\n');
  });

  it('says what is wrong with them, and goes on without', async () => {
    await at.scratch.put('home/.gemini/settings.json', '{\n "model": { "name": 1 },\n "ui": { "theme": "x" } }');
    at.server.reply(text('Hi.')).reply(text('Hi.'));
    const file = at.scratch.absolute('home/.gemini/settings.json');
    const wrong = `pollux: ${file}:2: "model.name" must be a string.\n`;
    const { code, out, err } = await run(['-p', 'Hi']);
    const unused = 'pollux: Settings that are set but not used: ui.theme (have no meaning in an editor).\n';
    assert.deepEqual([code, out, err], [0, 'Hi.\n', `${wrong}${unused}`]);
    assert.match((await run(['-p', 'Hi', '--debug'])).err, /settings\.json:3:10: "ui\.theme" isn't used/);
  });

  it('says what the model knows and may do', async () => {
    const told = async (value: unknown, ...args: string[]) => {
      await user(value);
      at.server.reply(text('Hi.'));
      await run(['-p', 'Hi', '--trust', ...args]);
      const { body, model, contents } = at.server.requests.at(-1) ?? assert.fail();
      const [tools] = body.tools as { functionDeclarations: { name: string }[] }[];
      const names = (tools?.functionDeclarations ?? []).map(({ name }) => name);
      const isOffered = (name: string) => names.includes(name);
      return { model, text: JSON.stringify(contents), offers: ['write_todos', 'enter_plan_mode'].map(isOffered) };
    };
    const usual = await told({}, '-m', 'auto', '--approval-mode', 'plan');
    assert.deepEqual([usual.model, usual.offers], ['gemini-4-argon', [true, false]]);
    assert.match(usual.text, /note\.txt.*plan only/s);
    const plan = { enabled: true, modelRouting: false };
    const off = { useWriteTodos: false, context: { includeDirectoryTree: false }, general: { plan } };
    const other = await told(off, '-m', 'auto', '--approval-mode', 'plan');
    assert.deepEqual([other.model, other.offers], ['gemini-3.8-flash', [false, false]]);
    assert.doesNotMatch(other.text, /note\.txt/);
    assert.deepEqual((await told({})).offers, [true, true]);
    const none = await told({ general: { plan: { enabled: false } } }, '--approval-mode', 'plan');
    assert.deepEqual([none.offers, none.text.includes('plan only')], [[true, false], false]);
  });

  it('writes plans where Gemini CLI has them, in plan mode, and tells the model and hooks where', async () => {
    await at.scratch.put(
      'home/.gemini/projects.json',
      JSON.stringify({ projects: { [at.scratch.absolute('home/work')]: 'mine' } }),
    );
    const plans = at.scratch.absolute('home/.gemini/tmp/mine/plans');
    const hook = { type: 'command', command: 'printf %s "$GEMINI_PLANS_DIR" > "$GEMINI_PLANS_DIR/../told"' };
    await user({ hooks: { SessionEnd: [{ hooks: [hook] }] } });
    at.server
      .reply(call('write_file', { file_path: `${plans}/one.md`, content: '# One\n' }))
      .reply(call('replace', { file_path: `${plans}/one.md`, old_string: 'One', new_string: 'Two' }))
      .reply(call('read_file', { file_path: `${plans}/one.md` }))
      .reply(call('write_file', { file_path: `${plans}/one.sh`, content: 'x' }))
      .reply(text('Planned.'));
    const { code } = await run(['-p', 'Hi', '--approval-mode', 'plan', '--trust']);
    const [first, ...later] = at.server.requests;
    assert.ok(JSON.stringify(first?.contents).includes(`Plans are Markdown files in ${plans}`));
    assert.equal(code, 0);
    assert.equal(String(await at.scratch.bytes('home/.gemini/tmp/mine/plans/one.md')), '# Two\n');
    assert.equal(String(await at.scratch.bytes('home/.gemini/tmp/mine/told')), plans);
    assert.match(later[2]?.toolOutputs[0] ?? '', /# Two/);
    assert.equal(await at.scratch.bytes('home/.gemini/tmp/mine/plans/one.sh'), null);
  });

  it("stops if the administrator's can not be used", async () => {
    await at.scratch.put('system/settings.json', '{ "security": ');
    const { code, out, err } = await run(['-p', 'Hi']);
    assert.deepEqual([code, out], [52, '']);
    assert.match(
      err,
      /^pollux: .*system\/settings\.json:1:15: This isn't valid JSON: value expected\. Correct the file, or move it away\.\n$/,
    );
    assert.equal(at.server.requests.length, 0);
  });
});
