import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdir, readdir, utimes } from 'node:fs/promises';
import { CheckpointStore } from '../../../../src/node/checkpoints/checkpointStore';
import { createDiskWorkspace } from '../../../../src/node/files/diskWorkspace';
import { call, text } from '../../../support/gemini/replies';
import { startGeminiServer, type GeminiServer } from '../../../support/geminiServer';
import { runCommand, startCommand } from '../../../support/polluxCommand';
import { Scratch } from '../../../support/scratch';
import { restorePicked } from '../../../support/restoring';

const DAY_MS = 24 * 60 * 60 * 1000;

describe('What a headless run keeps', () => {
  let server: GeminiServer;
  let home: Scratch;
  beforeEach(async () => {
    server = await startGeminiServer({ apiKey: 'good' });
    home = await Scratch.make();
    await home.put('work/note.txt', 'one');
    await home.put('work/mine.txt', 'mine');
  });
  afterEach(() => Promise.all([server.close(), home.close()]));

  const place = (cwd = home.absolute('work')) => ({
    cwd,
    env: { GEMINI_CLI_HOME: home.path, GEMINI_API_KEY: 'good', GOOGLE_GEMINI_BASE_URL: server.url },
  });
  const run = (...args: readonly string[]) => runCommand(args, place());
  const agent = (...args: readonly string[]) => run('-p', 'Change it.', '-y', '--trust', '-o', 'json', ...args);
  const sessionIn = ({ out }: { out: string }) => (JSON.parse(out) as { session_id: string }).session_id;
  const checkpoints = async () =>
    JSON.parse((await run('--list-checkpoints', '-o', 'json')).out) as {
      id: string;
      label: string;
      sessionId: string;
      files: string[];
    }[];
  const read = async (path: string) => (await home.bytes(`work/${path}`))?.toString() ?? null;
  const shell = (line: string) => call('run_shell_command', { command: line });
  const write = (content: string) => call('write_file', { file_path: 'note.txt', content });

  it('is what was there before every change, of a command too, and can be put back', async () => {
    server.reply(write('two')).reply(shell('rm note.txt; echo new > new.txt')).reply(text('Done.'));
    await agent();
    assert.deepEqual([await read('note.txt'), await read('new.txt')], [null, 'new\n']);
    const all = await checkpoints();
    assert.deepEqual(
      all.map(({ label }) => label),
      ['note.txt', 'rm note.txt; echo new > new.txt'],
    );
    await home.put('work/later.txt', 'made by a person');
    const { code, out, err } = await run('--restore', '1');
    assert.deepEqual([code, out], [0, '']);
    assert.match(err, /added +note\.txt\n/);
    assert.match(err, /deleted +new\.txt\n/);
    assert.deepEqual([await read('note.txt'), await read('new.txt')], ['one', null]);
    assert.deepEqual([await read('mine.txt'), await read('later.txt')], ['mine', 'made by a person']);
    const [, undo = ''] = /To undo this: pollux --restore (\S+)/.exec(err) ?? [];
    assert.match((await run('--restore', undo)).err, /deleted +note\.txt/);
    assert.deepEqual([await read('note.txt'), await read('new.txt')], [null, 'new\n']);
  });

  it('names each file on a line of its own, whatever its name', async () => {
    server.reply(shell("echo 1 > 'a\n  added   note.txt'")).reply(text('Done.'));
    await agent();
    assert.match((await run('--restore', '1')).err, /^ {2}deleted a\\u\{a\} {2}added {3}note\.txt$/m);
  });

  /** As an editor has it that is open on the folder. */
  function storeOfEditor(): CheckpointStore {
    const folder = home.absolute('work');
    return new CheckpointStore({
      home: home.path,
      place: [folder],
      workspace: createDiskWorkspace({ folders: [folder] }),
      log: { info: () => undefined, warn: () => undefined, error: () => undefined },
      newId: () => 'by-the-editor',
      now: Date.now,
      locks: { holding: (_, work) => work() },
      onTrouble: error => assert.fail(String(error)),
    });
  }

  it('is listed and put back by the editor, and what the editor keeps by a headless run', async () => {
    const store = storeOfEditor();
    server.reply(write('two')).reply(text('Done.'));
    await agent();
    const [made] = await store.all();
    assert.equal(made?.label, 'note.txt');
    const origin = { sessionId: made.sessionId, messageId: '', label: 'back' };
    assert.deepEqual(await restorePicked(store, origin, made.id, [home.absolute('work/note.txt')]), []);
    assert.equal(await read('note.txt'), 'one');
    const chat = { sessionId: 'chat', messageId: 'm', label: 'in the chat' };
    await store.record(chat, null, () => home.put('work/note.txt', 'by the chat'));
    assert.deepEqual(
      (await checkpoints()).map(({ label }) => label),
      ['note.txt', 'back', 'in the chat'],
    );
    assert.match((await run('--restore', '3', '--both')).err, /conversation is one of the editor/);
    assert.equal((await run('--restore', '3')).code, 0);
    assert.equal(await read('note.txt'), 'one');
  });

  it('is nothing where the commands only look', async () => {
    server.reply(shell('cat note.txt | wc -l; git status')).reply(text('Done.'));
    await agent();
    assert.equal(existsSync(home.absolute('.pollux/checkpoints')), false);
  });

  it('leaves alone what somebody else has changed since, unless it is told to', async () => {
    server.reply(write('two')).reply(text('Done.'));
    await agent();
    await home.put('work/note.txt', 'three');
    assert.match((await run('--restore', '1')).err, /left +note\.txt .*--force/);
    assert.equal(await read('note.txt'), 'three');
    await run('--restore', '1', '--force');
    assert.equal(await read('note.txt'), 'one');
  });

  it('is not put back against a rule, and what controls the editor only by force', async () => {
    const store = storeOfEditor();
    await home.put('work/.vscode/settings.json', '{}');
    await store.record({ sessionId: 'chat', messageId: 'm', label: 'in the chat' }, null, async () => {
      for (const name of ['note.txt', 'mine.txt', '.vscode/settings.json']) await home.put(`work/${name}`, 'changed');
    });
    await home.put(
      '.gemini/policies/mine.toml',
      '[[rule]]\nname = "mine"\ntoolName = "write_file"\nargsPattern = "mine\\\\.txt"\ndecision = "deny"\npriority = 10\n',
    );
    const first = await run('--restore', 'by-the-editor');
    assert.equal(first.code, 1);
    assert.match(first.err, /Not restored: mine\.txt \(the policy rule ".+" denies changing it\)/);
    assert.match(first.err, /Not restored: \.vscode\/settings\.json \(.+use --force to restore it\)/);
    const all = async () => Promise.all(['note.txt', 'mine.txt', '.vscode/settings.json'].map(read));
    assert.deepEqual(await all(), ['one', 'changed', 'changed']);
    assert.equal((await run('--restore', 'by-the-editor', '--force')).code, 1);
    assert.deepEqual(await all(), ['one', 'changed', '{}']);
  });

  it('takes the conversation back, with the files or without', async () => {
    server.reply(text('Before.')).reply(write('two')).reply(text('Written.')).reply(text('After.'));
    const id = sessionIn(await run('-p', 'First.', '-o', 'json'));
    await agent('-r', id);
    const { code, err } = await run('--restore', '1', '--both');
    assert.equal(code, 0);
    assert.match(err, /changed +note\.txt/);
    assert.equal(await read('note.txt'), 'one');
    assert.equal((await run('--restore', '1', '--conversation')).code, 42);
    await run('-r', id, '-p', 'Again.');
    const said = JSON.stringify(server.requests.at(-1)?.contents);
    assert.ok(said.includes('First.') && said.includes('Before.') && said.includes('Again.'));
    assert.ok(!said.includes('Change it.') && !said.includes('Written.'));
  });

  it('is nothing where the settings say no, unless the flag says yes', async () => {
    await home.put('.gemini/settings.json', '{"general":{"checkpointing":{"enabled":false}}}');
    server.reply(write('two')).reply(text('Done.'));
    await agent();
    assert.equal((await run('--list-checkpoints')).out, 'There are no checkpoints of this folder.\n');
    server.reply(write('three')).reply(text('Done.'));
    await agent('--checkpointing');
    assert.equal((await checkpoints()).length, 1);
    await run('--restore', '1');
    assert.equal(await read('note.txt'), 'two');
  });

  it('has what a command changed that was interrupted', async () => {
    server.reply(shell('echo cut > note.txt; touch begun; sleep 100'));
    server.reply(text('Done.'));
    const { child, ended } = startCommand(['-p', 'Run it.', '-y', '--trust'], place());
    while (!existsSync(home.absolute('work/begun'))) await new Promise(resolve => setTimeout(resolve, 20));
    child.kill('SIGINT');
    assert.equal((await ended).code, 130);
    assert.equal((await checkpoints()).length, 1);
    await run('--restore', '1');
    assert.deepEqual([await read('note.txt'), await read('begun')], ['one', null]);
  });

  it('refuses a checkpoint that there is not, and flags that need one', async () => {
    for (const args of [['--restore', '1'], ['--restore', 'nope'], ['--files', '-p', 'Hi'], ['--force']]) {
      assert.equal((await run(...args)).code, 42, args.join(' '));
    }
  });

  it('goes with its session', async () => {
    server.reply(write('two')).reply(text('Done.'));
    await agent();
    await run('--delete-session', '1');
    assert.deepEqual(await checkpoints(), []);
  });

  it('has nothing of Pollux in it, where the home folder is the workspace', async () => {
    server.reply(shell('echo two > work/note.txt')).reply(text('Done.'));
    await runCommand(['-p', 'Run it.', '-y', '--trust'], place(home.path));
    const { out } = await runCommand(['--list-checkpoints', '-o', 'json'], place(home.path));
    assert.deepEqual(
      (JSON.parse(out) as { files: string[] }[]).map(({ files }) => files),
      [[home.absolute('work/note.txt')]],
    );
  });

  describe('goes when it is old', () => {
    const age = async (id: string, days: number) => {
      const [folder = ''] = await readdir(home.absolute('.pollux/sessions'));
      const at = new Date(Date.now() - days * DAY_MS);
      await utimes(home.absolute(`.pollux/sessions/${folder}/${id}.jsonl`), at, at);
    };
    const left = async () =>
      (JSON.parse((await run('--list-sessions', '-o', 'json')).out) as { id: string }[]).map(({ id }) => id);

    it('by its age, with its checkpoints, and never while it is in use', async () => {
      server.reply(write('two')).reply(text('Done.'));
      const old = sessionIn(await agent());
      const young = sessionIn(await run('-p', 'Young.', '-o', 'json'));
      await age(old, 91);
      await age(young, 89);
      assert.equal((await checkpoints()).length, 1);
      const last = sessionIn(await run('-p', 'Last.', '-o', 'json'));
      assert.deepEqual((await left()).sort(), [young, last].sort());
      assert.deepEqual(await checkpoints(), []);
    });

    it('by its number, but not the one that is gone on with', async () => {
      await home.put('.gemini/settings.json', '{"general":{"sessionRetention":{"maxCount":1}}}');
      const first = sessionIn(await run('-p', 'One.', '-o', 'json'));
      await age(first, 3);
      assert.equal(sessionIn(await run('-r', first, '-p', 'On.', '-o', 'json')), first);
      const second = sessionIn(await run('-p', 'Two.', '-o', 'json'));
      assert.deepEqual(await left(), [second]);
    });

    it('not where it is told to stay, or a file of settings can not be read', async () => {
      const first = sessionIn(await run('-p', 'One.', '-o', 'json'));
      await age(first, 1000);
      await home.put('.gemini/settings.json', '{"general":{"sessionRetention":{"enabled":false}}}');
      await run('-p', 'Two.');
      await home.put('.gemini/settings.json', '{"general":');
      await run('-p', 'Three.');
      assert.ok((await left()).includes(first));
      await mkdir(home.absolute('.gemini'), { recursive: true });
      await home.put('.gemini/settings.json', '{}');
      await run('-p', 'Four.');
      assert.ok(!(await left()).includes(first));
    });
  });
}).timeout(60_000);
