import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { call, text } from '../../support/gemini/replies';
import { startGeminiServer, type GeminiServer } from '../../support/geminiServer';
import { isAlive } from '../../support/isAlive';
import { runCommand, startCommand } from '../../support/polluxCommand';

describe('Hooks, headless', () => {
  let server: GeminiServer;
  let home: string;
  let folder: string;
  beforeEach(async () => {
    server = await startGeminiServer({ apiKey: 'good' });
    home = await realpath(await mkdtemp(join(tmpdir(), 'pollux-')));
    folder = join(home, 'work');
    await mkdir(join(folder, '.gemini'), { recursive: true });
    await mkdir(join(home, '.gemini'));
    await writeFile(join(folder, 'note.txt'), 'one\ntwo\nthree\n');
  });
  afterEach(async () => {
    await server.close();
    await rm(home, { recursive: true });
  });

  /** More variables of the next run. */
  let more: Readonly<Record<string, string>> = {};
  beforeEach(() => (more = {}));

  /** Makes a program of Node's, which gets what the hook is told as `told`, a hook of the person's or of the project. */
  const hook = async (event: string, body: string, { below = home, matcher = '' } = {}) => {
    await writeFile(
      join(home, `${event}.js`),
      `let text = ''; process.stdin.on('data', chunk => (text += chunk)).on('end', () => {
         const told = JSON.parse(text); const say = answer => console.log(JSON.stringify(answer)); ${body} });`,
    );
    const settings = {
      hooks: { [event]: [{ matcher, hooks: [{ type: 'command', name: event, command: `node ${home}/${event}.js` }] }] },
    };
    await writeFile(join(below, '.gemini', 'settings.json'), JSON.stringify(settings));
  };
  const place = (cwd = folder) => ({
    cwd,
    env: { GEMINI_CLI_HOME: home, GEMINI_API_KEY: 'good', GOOGLE_GEMINI_BASE_URL: server.url, ...more },
  });
  const run = (...args: string[]) => runCommand(['-p', 'Change it.', ...args], place());
  const note = () => readFile(join(folder, 'note.txt'), 'utf8');
  /** All that a request says, as text. */
  const sent = (index: number) => JSON.stringify(server.requests.at(index)?.contents ?? null);
  const edit = call('replace', { file_path: 'note.txt', old_string: 'two', new_string: '2' }, { id: 'c1' });
  const EDITS = ['--trust', '--approval-mode', 'auto_edit'];

  it('block a call, whose reason the model gets', async () => {
    await hook('BeforeTool', `say({ decision: 'deny', reason: 'Not on ' + told.tool_input.file_path })`, {
      matcher: 'replace',
    });
    server.reply(edit).reply(text('I see.'));
    const { code, out, err } = await run(...EDITS);
    assert.deepEqual([code, out], [0, 'I see.\n']);
    assert.match(err, /The hook BeforeTool denied this\. Not on note\.txt/);
    assert.match(sent(1), /Denied by a hook of the user \(BeforeTool\)\. Not on note\.txt/);
    assert.equal(await note(), 'one\ntwo\nthree\n');
  });

  it('can not allow what is denied', async () => {
    await hook('BeforeTool', `say({ decision: 'allow', hookSpecificOutput: { permissionDecision: 'allow' } })`);
    server.reply(edit).reply(text('I see.'));
    await run('--trust');
    assert.equal(await note(), 'one\ntwo\nthree\n');
  });

  it('deny what they want asked about, where nobody can be asked', async () => {
    await hook('BeforeTool', `say({ decision: 'ask', reason: 'Sure?' })`);
    server.reply(edit).reply(text('I see.'));
    const { err } = await run(...EDITS);
    assert.match(err, /BeforeTool – Sure\?/);
    assert.equal(await note(), 'one\ntwo\nthree\n');
  });

  it('change the arguments of a call, which both sides are told of', async () => {
    await hook('BeforeTool', `say({ hookSpecificOutput: { tool_input: { new_string: 'zwei' } } })`);
    server.reply(edit).reply(text('Done.'));
    const { err } = await run(...EDITS);
    assert.equal(await note(), 'one\nzwei\nthree\n');
    assert.match(err, /The hook BeforeTool changed this call\./);
    assert.match(sent(1), /changed the arguments of this call/);
  });

  it('can not reach by changed arguments what policy denies', async () => {
    await hook('BeforeTool', `say({ hookSpecificOutput: { tool_input: { file_path: '../outside.txt' } } })`);
    await writeFile(join(home, 'outside.txt'), 'two\n');
    server.reply(edit).reply(text('I see.'));
    await run(...EDITS);
    assert.equal(await readFile(join(home, 'outside.txt'), 'utf8'), 'two\n');
  });

  it('withhold what a tool gave, and add to it', async () => {
    await hook(
      'AfterTool',
      `say({ decision: 'deny', reason: 'A secret.', hookSpecificOutput: { additionalContext: 'Look <elsewhere>.' } })`,
    );
    server.reply(call('read_file', { file_path: 'note.txt' })).reply(text('I see.'));
    await run();
    assert.doesNotMatch(sent(1), /three/);
    assert.match(sent(1), /A secret\..*Look &lt;elsewhere&gt;\./);
  });

  it('run another tool after a call', async () => {
    await hook(
      'AfterTool',
      `say({ hookSpecificOutput: { tailToolCallRequest: { name: 'list_directory', args: { path: '.' } } } })`,
    );
    server.reply(call('read_file', { file_path: 'note.txt' })).reply(text('I see.'));
    await run();
    assert.match(sent(1), /note\.txt/);
    assert.doesNotMatch(sent(1), /three/);
  });

  it('end the run, which is no failure', async () => {
    await hook('BeforeTool', `say({ continue: false, stopReason: 'Enough.' })`);
    server.reply(edit).reply(edit);
    const { code, err } = await run(...EDITS);
    assert.equal(code, 0);
    assert.match(err, /The hook BeforeTool stopped this\. Enough\./);
    const { code: second, out } = await run(...EDITS, '-o', 'stream-json');
    const lines = out.split('\n').filter(line => /"tool_result"|"result"/.test(line));
    assert.equal(second, 0);
    assert.match(lines.join(), /"status":"error".*"type":"stop_execution".*"type":"result".*"status":"success"/);
    assert.deepEqual([server.requests.length, await note()], [2, 'one\ntwo\nthree\n']);
  });

  it('refuse a request, which is no failure; one that can not be started does', async () => {
    await hook('BeforeModel', `say({ decision: 'deny', reason: 'Not today.' })`);
    const { code, out } = await run('-o', 'json');
    const { warnings, error } = JSON.parse(out) as { warnings?: string[]; error?: object };
    assert.deepEqual([code, warnings, error], [0, ['The hook BeforeModel stopped this. Not today.'], undefined]);
    await hook('BeforeModel', `process.stderr.write('gone'); process.exit(127)`);
    const broken = await run();
    assert.equal(broken.code, 1);
    assert.match(broken.err, /The hook BeforeModel couldn’t be started.*gone/);
    assert.equal(server.requests.length, 0);
  });

  it('have nothing sent of a prompt that they put in other words', async () => {
    await hook(
      'BeforeModel',
      `say({ hookSpecificOutput: { llm_request: { messages: [{ role: 'user', content: 'Something else.' }] } } })`,
    );
    server.reply(text('Yes.'));
    await run();
    assert.doesNotMatch(sent(0), /Change it/);
    assert.match(sent(0), /Something else\./);
  });

  it('are found in a folder with blanks by the name that their command gives it', async () => {
    const below = join(home, 'a b');
    await mkdir(join(below, '.gemini'), { recursive: true });
    await writeFile(join(below, 'guard.sh'), 'echo "Not here." >&2; exit 2\n');
    const hooks = { BeforeAgent: [{ hooks: [{ type: 'command', command: 'sh $GEMINI_PROJECT_DIR/guard.sh' }] }] };
    await writeFile(join(below, '.gemini', 'settings.json'), JSON.stringify({ hooks }));
    const { err } = await runCommand(['-p', 'Change it.', '--trust'], place(below));
    assert.match(err, /stopped this\. Not here\./);
  });

  it('add to a prompt what the model should know', async () => {
    await hook('BeforeAgent', `say({ hookSpecificOutput: { additionalContext: 'It is about ' + told.prompt } })`);
    server.reply(text('Yes.'));
    await run();
    assert.match(sent(0), /<hook_context>\\nIt is about Change it\.\\n<\/hook_context>/);
  });

  it('refuse a prompt, of which then nothing is sent', async () => {
    await hook('BeforeAgent', `say({ decision: 'deny', reason: 'No secrets.' })`);
    const { code, err } = await run();
    assert.equal(code, 0);
    assert.match(err, /The hook BeforeAgent stopped this\. No secrets\./);
    assert.equal(server.requests.length, 0);
  });

  it('have an answer tried again, and know that it was', async () => {
    await hook(
      'AfterAgent',
      `say(told.stop_hook_active ? {} : { decision: 'deny', reason: 'Say it in German: ' + told.prompt_response })`,
    );
    server.reply(text('Done.')).reply(text('Fertig.'));
    const { out } = await run();
    assert.equal(out, 'Done.\nFertig.\n');
    assert.match(sent(1), /Say it in German: Done\./);
  });

  it('say in every format what they did and what failed, once', async () => {
    await hook(
      'AfterAgent',
      `if (told.stop_hook_active) process.exit(1);
       say({ systemMessage: 'Looked at it.', decision: 'deny', reason: 'In German.' })`,
    );
    const said = 'AfterAgent: Looked at it.\nThe hook AfterAgent asks for another answer. In German.\n';
    const failed = 'The hook AfterAgent failed. Pollux continued without it.';
    const each = async (...args: string[]) => {
      server.reply(text('Done.')).reply(text('Fertig.'));
      return run(...args);
    };
    assert.deepEqual(await each(), { code: 0, out: 'Done.\nFertig.\n', err: `${said}${failed}\n` });
    const json = await each('-o', 'json');
    const { response, warnings } = JSON.parse(json.out) as Record<string, unknown>;
    assert.deepEqual([response, warnings, json.err], ['Fertig.', [failed], said]);
    const lines = await each('-o', 'stream-json');
    const told = lines.out
      .trim()
      .split('\n')
      .map(line => JSON.parse(line) as Record<string, unknown>);
    assert.deepEqual(
      told.flatMap(({ type, message, content }) =>
        type === 'error' ? [message] : type === 'message' ? [content] : [],
      ),
      ['Change it.', 'Done.', 'Fertig.', failed],
    );
    assert.equal(lines.err, said);
  });

  it('of which one failed are told of beside what ended the run', async () => {
    await hook('BeforeTool', `process.exit(1)`);
    const file = join(home, '.gemini', 'settings.json');
    const settings = JSON.parse(await readFile(file, 'utf8')) as object;
    await writeFile(file, JSON.stringify({ ...settings, model: { maxSessionTurns: 1 } }));
    server.reply(edit);
    const { code, out } = await run(...EDITS, '-o', 'json');
    const { warnings, error } = JSON.parse(out) as { warnings: string[]; error: { type: string } };
    assert.deepEqual([code, warnings.length, error.type], [53, 1, 'TurnLimit']);
    assert.match(warnings.join(), /^The hook BeforeTool failed\./);
  });

  it('that refuse the prompt end the run with one warning', async () => {
    await hook('BeforeAgent', `say({ decision: 'deny', reason: 'No secrets.' })`);
    const { out } = await run('-o', 'json');
    const { warnings, error } = JSON.parse(out) as { warnings?: string[]; error: object };
    assert.deepEqual([warnings, error], [['The hook BeforeAgent stopped this. No secrets.'], undefined]);
  });

  it('that run another tool are told of with its result', async () => {
    await hook(
      'AfterTool',
      `say({ hookSpecificOutput: { tailToolCallRequest: { name: 'list_directory', args: { path: '.' } } } })`,
    );
    server.reply(call('read_file', { file_path: 'note.txt' }, { id: 'r1' })).reply(text('I see.'));
    const { out, err } = await run('-o', 'stream-json');
    assert.match(err, /^The hook AfterTool ran this next: /);
    const results = out.split('\n').filter(line => line.includes('"tool_result"'));
    assert.equal(results.length, 1);
    assert.match(results.join(), /"tool_id":"r1","status":"success","output":"[^"]*note\.txt/);
  });

  it('do not have an answer tried for ever', async () => {
    await hook('AfterAgent', `say({ decision: 'block', reason: 'Again.' })`);
    for (let i = 0; i < 10; i++) server.reply(text(`Answer ${i}.`));
    assert.equal((await run()).code, 0);
    assert.equal(server.requests.length, 6);
  });

  it('answer in place of the model', async () => {
    await hook(
      'BeforeModel',
      `say({ hookSpecificOutput: { llm_response: { candidates: [{ content: { role: 'model', parts: ['Made up.'] } }] } } })`,
    );
    assert.deepEqual(await run(), { code: 0, out: 'Made up.\n', err: '' });
    assert.equal(server.requests.length, 0);
  });

  it('put other words in the place of an answer', async () => {
    await hook(
      'AfterModel',
      `say({ hookSpecificOutput: { llm_response: { text: told.llm_response.text.toUpperCase() } } })`,
    );
    server.reply(text(['Hello ', 'there.']));
    assert.equal((await run()).out, 'HELLO THERE.\n');
  });

  it('choose the tools that the model may call', async () => {
    await hook(
      'BeforeToolSelection',
      `say({ hookSpecificOutput: { toolConfig: { mode: 'ANY', allowedFunctionNames: ['glob'] } } })`,
    );
    server.reply(text('Yes.'));
    await run();
    assert.match(JSON.stringify(server.requests[0]), /"functionDeclarations":\[\{"name":"glob"[^\]]*/);
    assert.doesNotMatch(JSON.stringify(server.requests[0]), /"name":"read_file"/);
  });

  it('run when a session begins and when it ends', async () => {
    await hook('SessionEnd', `require('node:fs').writeFileSync(${JSON.stringify('ended')}, told.reason)`);
    server.reply(text('Yes.'));
    await run();
    assert.equal(await readFile(join(folder, 'ended'), 'utf8'), 'exit');
    await hook('SessionStart', `say({ hookSpecificOutput: { additionalContext: 'Source: ' + told.source } })`);
    server.reply(text('Yes.'));
    await run();
    assert.match(sent(1), /Source: startup/);
  });

  describe('of a project run, and guard what is done, in a folder that is trusted', () => {
    const guard = `require('node:fs').writeFileSync('ran', ''); process.stderr.write('Not here.'); process.exit(2);`;
    const guarded = async (...args: string[]) => {
      await hook('BeforeTool', guard, { below: folder, matcher: 'replace' });
      server.reply(edit).reply(text('Pity.'));
      const { code, err } = await run('-y', ...args);
      assert.equal(code, 0, err);
      assert.equal(await readFile(join(folder, 'ran'), 'utf8'), '');
      assert.equal(await note(), 'one\ntwo\nthree\n');
      assert.match(sent(-1), /Not here\./);
    };

    it('by trustedFolders.json', async () => {
      await writeFile(join(home, '.gemini', 'trustedFolders.json'), JSON.stringify({ [folder]: 'TRUST_FOLDER' }));
      await guarded();
    });

    it('by GEMINI_CLI_TRUST_WORKSPACE', async () => {
      more = { GEMINI_CLI_TRUST_WORKSPACE: 'true' };
      await guarded();
    });

    it('by a flag', async () => {
      await guarded('--skip-trust');
    });

    it('because trust is turned off', async () => {
      const off = { security: { folderTrust: { enabled: false } } };
      await writeFile(join(home, '.gemini', 'settings.json'), JSON.stringify(off));
      await guarded();
    });
  });

  it('that can not be read end the run before it begins, and those with a mistake beside the point run', async () => {
    const put = (value: unknown) => writeFile(join(home, '.gemini', 'settings.json'), JSON.stringify(value));
    for (const wrong of [
      { hooks: [] },
      { hooks: { BeforeTool: {} } },
      { hooks: { BeforeTool: [{ matcher: 1, hooks: [] }] } },
      { hooks: { BeforeTool: [{ hooks: [{ type: 'command' }] }] } },
      { hooks: { BeforeTool: [{ hooks: [{ type: 'program', command: 'x' }] }] } },
    ]) {
      await put(wrong);
      const { code, out, err } = await run('--trust', '-y');
      assert.deepEqual([code, out], [52, ''], JSON.stringify(wrong));
      assert.match(err, /settings\.json:1: "hooks.*Pollux doesn't run without a configured hook\./);
    }
    assert.equal(server.requests.length, 0);
    await put({ hooksConfig: { enabled: false }, hooks: { BeforeTool: {} } });
    server.reply(text('Hello.'));
    assert.equal((await run()).code, 0);
    await put({ hooks: { BeforeTool: [{ hooks: [{ type: 'command', command: 'exit 0', timeout: 'long' }] }] } });
    server.reply(text('Hello.'));
    assert.match((await run()).err, /timeout" must be/);
  });

  it('of a folder that is not trusted are not even read', async () => {
    await hook('BeforeAgent', `require('node:fs').writeFileSync('ran', '')`, { below: folder });
    assert.equal((await run()).err, '');
    await assert.rejects(readFile(join(folder, 'ran')));
  });

  it('are ended with the run', async () => {
    await hook(
      'BeforeTool',
      `process.on('SIGTERM', () => undefined); require('node:fs').writeFileSync('pid', String(process.pid)); setInterval(() => undefined, 1000)`,
    );
    server.reply(call('read_file', { file_path: 'note.txt' }));
    const { child, ended } = startCommand(['-p', 'Read it.'], place());
    let pid = 0;
    while (pid === 0) {
      pid = Number(await readFile(join(folder, 'pid'), 'utf8').catch(() => ''));
      await delay(10);
    }
    child.kill('SIGINT');
    assert.equal((await ended).code, 130);
    while (isAlive(pid)) await delay(10);
  });
}).timeout(60_000);
