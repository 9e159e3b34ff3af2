import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { appendFile, mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { apiError, errorInfo } from '../../support/gemini/errors';
import { call, cut, finish, hang, text, thought, usage } from '../../support/gemini/replies';
import { startGeminiServer, type GeminiServer } from '../../support/geminiServer';
import { isAlive } from '../../support/isAlive';
import { startCommand } from '../../support/polluxCommand';

describe('pollux, headless', () => {
  let server: GeminiServer;
  let home: string;
  let folder: string;
  beforeEach(async () => {
    server = await startGeminiServer({ apiKey: 'good' });
    home = await realpath(await mkdtemp(join(tmpdir(), 'pollux-')));
    folder = join(home, 'work');
    await mkdir(folder);
    await writeFile(join(folder, 'note.txt'), 'one\ntwo\nthree\n');
  });
  afterEach(async () => {
    await server.close();
    await rm(home, { recursive: true });
  });

  const start = (
    args: readonly string[],
    { env, ...more }: { input?: string | null; through?: string; env?: Record<string, string> } = {},
  ) =>
    startCommand(args, {
      cwd: folder,
      env: { GEMINI_CLI_HOME: home, GEMINI_API_KEY: 'good', GOOGLE_GEMINI_BASE_URL: server.url, ...env },
      ...more,
    });
  const run = (args: readonly string[], more?: Parameters<typeof start>[1]) => start(args, more).ended;
  const lines = (out: string) =>
    out
      .trim()
      .split('\n')
      .map(line => JSON.parse(line) as Record<string, unknown>);
  /** What was said, without what Pollux says of the environment. */
  const promptOf = (index: number) => server.requests[index]?.contents.at(-1)?.parts?.at(-1)?.text;
  const note = () => readFile(join(folder, 'note.txt'), 'utf8');
  const edit = call('replace', { file_path: 'note.txt', old_string: 'two', new_string: '2' }, { id: 'c1' });

  it('prints the answer, and nothing else, to standard output', async () => {
    server.reply(thought('Hm.'), text(['Hello ', 'there.']));
    assert.deepEqual(await run(['-p', 'Hi']), { code: 0, out: 'Hello there.\n', err: '' });
    assert.equal(promptOf(0), 'Hi');
  });

  it('takes the prompt from the flag, the command line and standard input together', async () => {
    await run(['-p', 'One.', 'Two', 'words.'], { input: 'Three.' });
    await run([], { input: 'Only piped.' });
    assert.deepEqual([promptOf(0), promptOf(1)], ['Three.\n\nOne.\n\nTwo words.', 'Only piped.']);
  });

  it('waits for a pipe that is silent at first, and says so', async () => {
    const { child, ended } = start(['-p', 'Hi'], { input: null, through: '(read -r go; printf Late.)' });
    assert.match(String(await once(child.stderr, 'data')), /^Waiting for standard input/);
    child.stdin.end('go\n');
    assert.deepEqual([(await ended).code, promptOf(0)], [0, 'Late.\n\nHi']);
  });

  it('asks no model where the prompt is a command that does not exist', async () => {
    const { code, out, err } = await run(['-p', '/comprss now']);
    assert.deepEqual([code, out, server.requests.length], [42, '', 0]);
    assert.match(err, /Unknown command: \/comprss\. Did you mean \/compress\?/);
    await run(['-p', '/etc/hosts holds what?']);
    assert.equal(promptOf(0), '/etc/hosts holds what?');
  });

  it('reads files and tells what it used, as JSON', async () => {
    server
      .reply(call('read_file', { file_path: 'note.txt' }), usage({ promptTokenCount: 10, candidatesTokenCount: 2 }))
      .reply(text('It counts.'), usage({ promptTokenCount: 20, candidatesTokenCount: 3, cachedContentTokenCount: 8 }));
    const { code, out } = await run(['-p', 'Hi', '--output-format', 'json']);
    assert.equal(code, 0);
    const result = JSON.parse(out) as {
      session_id: string;
      response: string;
      stats: Record<string, Record<string, unknown>>;
    };
    assert.match(result.session_id, /^[\w-]{36}$/);
    assert.equal(result.response, 'It counts.');
    assert.equal(result.stats.tools?.totalSuccess, 1);
    const model = result.stats.models?.['gemini-3.8-flash'] as { tokens: Record<string, number> };
    assert.deepEqual(model.tokens, {
      input: 22,
      prompt: 30,
      candidates: 5,
      total: 35,
      cached: 8,
      thoughts: 0,
      tool: 0,
    });
    assert.match(String(server.requests[1]?.functionResponses[0]?.response?.output), /one\ntwo\nthree/);
  });

  it('prints a line an event as stream-json', async () => {
    server
      .reply(text('Reading.'), call('read_file', { file_path: 'none.txt' }, { id: 'c1' }))
      .reply(text(['It is ', 'not there.']));
    const { code, out } = await run(['-p', 'Hi', '-o', 'stream-json']);
    assert.equal(code, 0);
    const events = lines(out);
    assert.deepEqual(
      events.map(({ type }) => type),
      ['init', 'message', 'message', 'tool_use', 'tool_result', 'message', 'message', 'result'],
    );
    const [init, user, , use, result] = events;
    assert.equal(init?.model, 'gemini-3.8-flash');
    assert.deepEqual([user?.role, user?.content], ['user', 'Hi']);
    assert.deepEqual([use?.tool_name, use?.tool_id, use?.parameters], ['read_file', 'c1', { file_path: 'none.txt' }]);
    assert.deepEqual([result?.tool_id, result?.status], ['c1', 'error']);
    assert.equal((result?.error as { type: string }).type, 'file_not_found');
    assert.equal(events.at(-1)?.status, 'success');
    assert.ok(events.every(event => !Number.isNaN(Date.parse(String(event.timestamp)))));
  });

  describe('an answer that begins anew, as stream-json', () => {
    const stream = async () => lines((await run(['-p', 'Hi', '-o', 'stream-json'])).out);
    const said = (events: readonly Record<string, unknown>[]) =>
      events.flatMap(({ role, content }) => (role === 'assistant' ? [content] : [])).join('');
    const warnings = (events: readonly Record<string, unknown>[]) =>
      events.flatMap(({ type, message }) => (type === 'error' ? [message] : [])).join('\n');

    it('is not printed twice where it says the same again', async () => {
      server.reply(text(['Hello ', 'wo']), cut(undefined, { isReset: true })).reply(text(['Hel', 'lo world', '.']));
      const events = await stream();
      assert.equal(said(events), 'Hello world.');
      assert.doesNotMatch(warnings(events), /Ignore the text so far/);
    });

    it('says to ignore the text so far where it says something else', async () => {
      for (const other of ['Goodbye.', 'Hello']) {
        server.reply(text('Hello world'), cut(undefined, { isReset: true })).reply(text(other));
        const events = await stream();
        const at = events.findIndex(({ message }) => String(message).includes('Ignore the text so far'));
        assert.equal(said(events.slice(at)), other);
        assert.equal(events[at]?.severity, 'warning');
      }
    });

    it('has only the calls that are run', async () => {
      const read = (id: string) => call('read_file', { file_path: 'note.txt' }, { id });
      server.reply(read('c1'), cut(undefined, { isReset: true })).reply(read('c2'));
      const events = await stream();
      const ids = (type: string) => events.flatMap(event => (event.type === type ? [event.tool_id] : []));
      assert.deepEqual([ids('tool_use'), ids('tool_result')], [['c2'], ['c2']]);
    });
  });

  describe('about changes', () => {
    it('remembers a fact if that was allowed in so many words, and says so', async () => {
      const remember = async (...args: string[]) => {
        server.reply(call('save_memory', { fact: `Likes tea ${args.length}.` })).reply(text('Done.'));
        return (await run(['-p', 'Hi', '--trust', ...args])).err;
      };
      assert.match(await remember(), /nobody can be asked|controls which programs run/);
      assert.equal(await remember('--allowed-tools', 'save_memory'), 'Remembered: Likes tea 2.\n');
      assert.equal(await remember('-y'), 'Remembered: Likes tea 1.\n');
      const kept = await readFile(join(home, '.gemini', 'GEMINI.md'), 'utf8');
      assert.deepEqual(kept.match(/tea \d/g), ['tea 2', 'tea 1']);
    });

    it('denies what would have to be asked, and tells the model so', async () => {
      server.reply(edit).reply(text('I may not.'));
      const { code, out } = await run(['-p', 'Hi', '--trust', '-o', 'stream-json']);
      assert.equal(code, 0);
      const result = lines(out).find(({ type }) => type === 'tool_result');
      assert.equal((result?.error as { type: string }).type, 'policy_violation');
      assert.match(String(server.requests[1]?.functionResponses[0]?.response?.error), /nobody can be asked/);
      assert.equal(await note(), 'one\ntwo\nthree\n');
    });

    const allowing = [
      ['--approval-mode', 'auto_edit'],
      ['--approval-mode', 'yolo'],
      ['-y'],
      ['--allowed-tools', 'replace,glob'],
    ];
    for (const flags of allowing) {
      it(`makes an edit with ${flags.join(' ')} in a trusted folder`, async () => {
        server.reply(edit).reply(text('Done.'));
        assert.equal((await run(['-p', 'Hi', '--trust', ...flags])).code, 0);
        assert.equal(await note(), 'one\n2\nthree\n');
      });
    }

    it('runs commands only where all is allowed, or this tool is', async () => {
      const touch = call('run_shell_command', { command: 'touch made.txt' });
      for (const [flags, isMade] of [
        [['--approval-mode', 'auto_edit'], false],
        [['--allowed-tools', 'run_shell_command'], true],
      ] as const) {
        server.reply(touch).reply(text('Done.'));
        await run(['-p', 'Hi', '--trust', ...flags]);
        assert.equal(existsSync(join(folder, 'made.txt')), isMade);
      }
    });

    it('changes nothing in a folder that is not trusted, and says how to trust it', async () => {
      server.reply(edit).reply(text('Pity.'));
      const { code, err } = await run(['-p', 'Hi', '-y']);
      assert.equal(code, 0);
      assert.match(err, /--trust/);
      assert.equal(await note(), 'one\ntwo\nthree\n');
    });

    it('goes by the folders that Gemini CLI trusts, and by its variable', async () => {
      await mkdir(join(home, '.gemini'));
      await writeFile(join(home, '.gemini', 'trustedFolders.json'), JSON.stringify({ [home]: 'TRUST_FOLDER' }));
      server.reply(edit).reply(text('Done.'));
      await run(['-p', 'Hi', '-y']);
      assert.equal(await note(), 'one\n2\nthree\n');
      await writeFile(join(home, '.gemini', 'trustedFolders.json'), '{');
      assert.equal((await run(['-p', 'Hi', '-y'])).code, 52);
      server.reply(call('replace', { file_path: 'note.txt', old_string: '2', new_string: 'two' })).reply(text('Done.'));
      await run(['-p', 'Hi', '-y'], { env: { GEMINI_CLI_TRUST_WORKSPACE: 'true' } });
      assert.equal(await note(), 'one\ntwo\nthree\n');
    });

    it('never leaves the workspace', async () => {
      server.reply(call('write_file', { file_path: '../out.txt', content: 'x' })).reply(text('Done.'));
      await run(['-p', 'Hi', '-y', '--trust']);
      assert.match(String(server.requests[1]?.functionResponses[0]?.response?.error), /workspace/);
      assert.ok(!existsSync(join(home, 'out.txt')));
    });
  });

  describe('exits with', () => {
    const failing = async (args: readonly string[], code: number, says: RegExp, env?: Record<string, string>) => {
      const result = await run(args, env ? { env } : {});
      assert.equal(result.code, code, result.err);
      assert.match(result.err, says);
      assert.equal(result.out, '');
    };

    it('41 without a key, and with a wrong one', async () => {
      await failing(['-p', 'Hi'], 41, /No API key/, { GEMINI_API_KEY: '' });
      await failing(['-p', 'Hi'], 41, /API key/, { GEMINI_API_KEY: 'bad' });
    });

    it('41 without a key, having sent, counted and kept nothing', async () => {
      const { code, out } = await run(['-p', 'Hi', '-o', 'json'], { env: { GEMINI_API_KEY: '' } });
      const { error, stats } = JSON.parse(out) as { error: { type: string }; stats: { models: object } };
      assert.deepEqual([code, error.type, stats.models], [41, 'auth', {}]);
      assert.match((await run(['--list-sessions'])).out, /no sessions/);
      assert.equal(existsSync(join(home, '.pollux', 'sessions')), false);
    });

    it('1 and the page on which the account is to be verified', async () => {
      const link = 'https://accounts.google.com/verify';
      server.reply(
        apiError(403, {
          details: [
            errorInfo('VALIDATION_REQUIRED', {
              domain: 'cloudcode-pa.googleapis.com',
              metadata: { validation_link: link },
            }),
          ],
        }),
      );
      await failing(['-p', 'Hi'], 1, /verify your account.*https:\/\/accounts\.google\.com\/verify/s);
    });

    it('130 at a signal, also where no prompt is being worked on', async () => {
      for (const signal of ['SIGINT', 'SIGTERM'] as const) {
        const { child, ended } = start(['policy', 'explain', '--stdin'], { input: null });
        child.stdin.write('"ls"\n');
        await once(child.stdout, 'data');
        child.kill(signal);
        assert.equal((await ended).code, 130);
      }
    });

    it('42 without a prompt, and for flags that it does not know', async () => {
      await failing([], 42, /no prompt/);
      await failing(['-p', 'Hi', '--nonsense'], 42, /nonsense/);
      await failing(['-p', 'Hi', '-o', 'xml'], 42, /--output-format.*xml/);
      await failing(['-p', 'Hi', '-m', ''], 42, /--model/);
      await failing(['-p', 'Hi', '--approval-mode', 'constructor'], 42, /--approval-mode/);
    });

    it('1 after a failure, named on standard error', async () => {
      server.reply(apiError(400, { message: 'Nope.' }));
      await failing(['-p', 'Hi'], 1, /refused the request \(400\): Nope/);
    });

    it('1 and the error inside the JSON', async () => {
      server.reply(apiError(404));
      const { code, out } = await run(['-p', 'Hi', '-o', 'json']);
      assert.equal(code, 1);
      const { error } = JSON.parse(out) as { error: { type: string; code: number } };
      assert.deepEqual([error.type, error.code], ['notFound', 1]);
    });

    it('130 when it is interrupted, with no process left behind', async () => {
      server.reply(call('run_shell_command', { command: 'echo $$ > pid; sleep 1000 & echo $! > pid2; wait' }));
      const { child, ended } = start(['-p', 'Hi', '-y', '--trust']);
      await server.nextRequest();
      while (!existsSync(join(folder, 'pid2'))) await new Promise(resolve => setTimeout(resolve, 20));
      child.kill('SIGINT');
      assert.equal((await ended).code, 130);
      const pid = Number(await readFile(join(folder, 'pid2'), 'utf8'));
      assert.equal(isAlive(pid), false);
    });

    it('130 in the middle of a stream', async () => {
      server.reply(text('Half'), hang());
      const { child, ended } = start(['-p', 'Hi', '-o', 'stream-json']);
      await new Promise<void>(resolve =>
        child.stdout.on('data', (chunk: string) => {
          if (chunk.includes('Half')) resolve();
        }),
      );
      child.kill('SIGINT');
      const { code, out } = await ended;
      assert.equal(code, 130);
      assert.equal(lines(out).at(-1)?.status, 'error');
    });
  });

  describe('about sessions', () => {
    const sessionOf = async (...args: string[]) => {
      const { out } = await run([...args, '-o', 'json']);
      return (JSON.parse(out) as { session_id: string }).session_id;
    };

    it('goes on with the last one, one by its number or by its id, with all that was said', async () => {
      server.reply(text('Noted.'));
      const first = await sessionOf('-p', 'My name is Ada.');
      const second = await sessionOf('-p', 'Another.');
      assert.notEqual(first, second);
      assert.equal(await sessionOf('-r', first, '-p', 'By id.'), first);
      assert.equal(await sessionOf('--resume', '1', '-p', 'By number.'), first);
      assert.equal(await sessionOf('-r', '-p', 'The last.'), first);
      assert.equal(await sessionOf('--resume=2', '-p', 'The other.'), second);
      assert.equal(await sessionOf('-p', 'Last again.', '--resume'), second);
      const said = JSON.stringify(server.requests[4]?.contents);
      for (const each of ['My name is Ada.', 'Noted.', 'By id.', 'By number.', 'The last.']) {
        assert.ok(said.includes(each), each);
      }
      assert.ok(!said.includes('Another.'));
    });

    it('lists and deletes them, each folder its own', async () => {
      const none = await run(['--list-sessions']);
      assert.deepEqual(none, { code: 0, out: 'There are no sessions in this folder.\n', err: '' });
      const ids = [await sessionOf('-p', 'One'), await sessionOf('-p', 'Two')];
      const { out } = await run(['--list-sessions']);
      assert.match(out, /^Sessions of this folder \(2\):\n {2}1\. One \(.*\n {2}2\. Two \(/);
      assert.ok(ids.every(id => out.includes(`[${id}]`)));
      assert.match((await run(['--delete-session', '1'])).out, /^Deleted: One /);
      const left = JSON.parse((await run(['--list-sessions', '-o', 'json'])).out) as { index: number; id: string }[];
      assert.deepEqual(
        left.map(({ index, id }) => [index, id]),
        [[1, ids[1]]],
      );
    });

    it('lists what Gemini CLI has recorded, goes on with it, and leaves it as it is', async () => {
      const at = (minute: number) => `2026-01-01T10:0${minute}:00.000Z`;
      const chats = join(home, '.gemini', 'tmp', createHash('sha256').update(folder).digest('hex'), 'chats');
      await mkdir(chats, { recursive: true });
      const recorded = [
        { sessionId: 'of-gemini-cli', startTime: at(0), lastUpdated: at(2) },
        { id: 'm1', timestamp: at(0), type: 'user', content: [{ text: 'Recorded.' }] },
        { id: 'm2', timestamp: at(1), type: 'gemini', content: 'Heard.' },
        { id: 'm3', timestamp: at(1), type: 'user', content: [{ text: 'Taken back.' }] },
        { $rewindTo: 'm3' },
      ];
      const file = join(chats, 'session-2026-01-01T10-00-of-gemin.jsonl');
      const before = `${recorded.map(line => JSON.stringify(line)).join('\n')}\n{"id":"m4","ty`;
      await writeFile(file, before);
      await writeFile(join(chats, 'session-2026-01-01T11-00-00000000.json'), '');
      const { out } = await run(['--list-sessions']);
      assert.match(out, /\(1\):\n {2}1\. Recorded\. \(.*, recorded by Gemini CLI\) \[of-gemini-cli\]\n$/);
      for (const which of ['1', 'of-gemini-cli', file]) {
        const id = await sessionOf('-r', which, '-p', 'Go on.');
        assert.equal(await sessionOf('-r', '-p', 'And on.'), id);
        const said = JSON.stringify(server.requests.at(-1)?.contents);
        assert.match(said, /Recorded\..*Heard\..*Go on\..*And on\./);
        assert.ok(!said.includes('Taken back.'));
        await run(['--delete-session', id]);
      }
      assert.match((await run(['--delete-session', '1'])).err, /recorded by Gemini CLI/);
      assert.equal(await readFile(file, 'utf8'), before);
    });

    it('refuses one that there is not', async () => {
      for (const args of [
        ['-r', '7', '-p', 'Hi'],
        ['-r', 'no-id', '-p', 'Hi'],
        ['--delete-session', 'nope'],
      ]) {
        const { code, out, err } = await run(args);
        assert.deepEqual([code, out], [42, '']);
        assert.match(err, /There is no session (7|no-id|nope) in this folder/);
      }
      assert.equal(server.requests.length, 0);
    });

    it('goes on after it was killed in the middle of an answer', async () => {
      server.reply(text('Half of it'), hang());
      const { child, ended } = start(['-p', 'Hi', '-o', 'stream-json']);
      await new Promise<void>(resolve =>
        child.stdout.on('data', (chunk: string) => {
          if (chunk.includes('Half of it')) resolve();
        }),
      );
      while (!(await run(['--list-sessions'])).out.includes('Hi')) continue;
      child.kill('SIGKILL');
      await ended;
      server.reply(text('The rest.'));
      assert.equal((await run(['-r', '-p', 'Go on'])).out, 'The rest.\n');
      assert.equal(promptOf(1), 'Go on');
      assert.ok(JSON.stringify(server.requests[1]?.contents).includes('Hi'));
    });

    it('says what of one could not be read', async () => {
      const id = await sessionOf('-p', 'One');
      const [folderName = ''] = await readdir(join(home, '.pollux', 'sessions'));
      await appendFile(join(home, '.pollux', 'sessions', folderName, `${id}.jsonl`), '{"type":"mess');
      const { code, err } = await run(['-r', '-p', 'Two']);
      assert.equal(code, 0);
      assert.match(err, /^One line of this chat couldn’t be read/);
      assert.equal((await run(['-r', '-p', 'Three'])).err, '');
    });
  });

  it('warns of an answer that was blocked or cut off, in every format', async () => {
    for (const [reason, warning] of [
      ['SAFETY', /cut off the answer \(SAFETY: it was stopped/],
      ['MAX_TOKENS', /reached the length limit/],
    ] as const) {
      for (let times = 0; times < 3; times++) server.reply(text('Half'), finish(reason));
      assert.match((await run(['-p', 'Hi'])).err, warning);
      const { warnings } = JSON.parse((await run(['-p', 'Hi', '-o', 'json'])).out) as { warnings: string[] };
      assert.match(warnings.join(), warning);
      const events = lines((await run(['-p', 'Hi', '-o', 'stream-json'])).out);
      const told = events.find(({ type }) => type === 'error');
      assert.equal(told?.severity, 'warning');
      assert.match(String(told.message), warning);
    }
  });

  it('prints no answer twice that broke off and was begun anew', async () => {
    server.reply(text('Half of'), cut()).reply(text('Half of it.'));
    const { out, err } = await run(['-p', 'Hi']);
    assert.equal(out, 'Half of it.\n');
    assert.match(err, /Trying again \(2 of 4\)/);
  });

  it('asks no model whose price is not known while money is limited', async () => {
    for (const name of ['PROMPT', 'SESSION', 'DAY']) {
      const env = { [`POLLUX_BUDGET_${name}_MONEY`]: '1' };
      const { code, out, err } = await run(['-p', 'Hi', '-m', 'gemini-x', '--output-format', 'json'], { env });
      assert.equal(code, 53, err);
      const { error } = JSON.parse(out) as { error: { type: string; message: string; code: number } };
      assert.equal(error.type, 'unpriced');
      assert.match(error.message, new RegExp(`“POLLUX_BUDGET_${name}_MONEY”.*gemini-x.*Choose another model`));
      assert.equal(server.requests.length, 0);
    }
    assert.equal((await run(['-p', 'Hi', '-m', 'gemini-x'], { env: { POLLUX_BUDGET_DAY_TOKENS: '9999' } })).code, 0);
    assert.equal((await run(['-p', 'Hi'], { env: { POLLUX_BUDGET_DAY_MONEY: '1' } })).err, '');
  });

  it('uses the model that the flag or the environment names', async () => {
    await run(['-p', 'Hi', '-m', 'gemini-x']);
    await run(['-p', 'Hi'], { env: { GEMINI_MODEL: 'gemini-y' } });
    assert.deepEqual(
      server.requests.map(({ model }) => model),
      ['gemini-x', 'gemini-y'],
    );
  });

  it('knows its version and its flags', async () => {
    assert.match((await run(['--version'])).out, /^\d+\.\d+\.\d+\n$/);
    assert.match((await run(['--help'])).out, /--approval-mode/);
  });
}).timeout(60_000);
