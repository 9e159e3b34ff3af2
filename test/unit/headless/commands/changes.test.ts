import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { call, text } from '../../../support/gemini/replies';
import { startGeminiServer, type GeminiServer } from '../../../support/geminiServer';
import { runCommand } from '../../../support/polluxCommand';
import { Scratch } from '../../../support/scratch';

interface Listed {
  readonly id: string;
  readonly file: string;
  readonly line: number;
  readonly lost?: string;
  readonly calls: readonly { readonly author: string; readonly reason?: string }[];
}

describe('pollux changes', () => {
  let server: GeminiServer;
  let home: Scratch;
  beforeEach(async () => {
    server = await startGeminiServer({ apiKey: 'good' });
    home = await Scratch.make();
    await home.put('work/a.txt', 'one\ntwo\nthree\n');
  });
  afterEach(() => Promise.all([server.close(), home.close()]));

  const run = (...args: readonly string[]) =>
    runCommand(args, {
      cwd: home.absolute('work'),
      env: { GEMINI_CLI_HOME: home.path, GEMINI_API_KEY: 'good', GOOGLE_GEMINI_BASE_URL: server.url },
    });
  const listed = async () => JSON.parse((await run('changes', '--json')).out) as Listed[];
  const read = async (path: string) => (await home.bytes(`work/${path}`))?.toString() ?? null;

  it('lists what runs and their commands have changed, and keeps and undoes it place by place', async () => {
    assert.equal((await run('changes')).out, 'There is nothing to keep or undo in this folder.\n');
    server
      .reply(
        text('Loud is better.'),
        call('write_file', { file_path: 'a.txt', content: 'ONE\ntwo\nTHREE\n' }),
        call('run_shell_command', { command: 'echo made > b.txt' }),
      )
      .reply(text('Done.'));
    assert.equal((await run('-p', 'Go', '-y', '--trust')).code, 0);
    const all = await listed();
    assert.deepEqual(
      all.map(({ file, line, calls }) => [file, line, calls[0]?.author, calls[0]?.reason]),
      [
        [home.absolute('work/a.txt'), 1, 'tool', 'Loud is better.'],
        [home.absolute('work/a.txt'), 3, 'tool', 'Loud is better.'],
        [home.absolute('work/b.txt'), 1, 'command', 'Loud is better.'],
      ],
    );
    const [first, second, third] = all.map(({ id }) => id);
    assert.match(
      (await run('changes')).out,
      /^Changes to keep or undo \(3\):\n {2}\S+ {2}a\.txt:1 {2}\+1 -1 {2}Loud is better\.\n/,
    );
    await home.put('work/a.txt', 'ONE\ntwo and mine\nTHREE\n');
    assert.equal((await run('changes', '--undo', first!, third!)).out, 'Undone: 2 of 2\n');
    assert.deepEqual([await read('a.txt'), await read('b.txt')], ['one\ntwo and mine\nTHREE\n', null]);
    assert.equal((await run('changes', '--keep', second!)).out, 'Kept: 1 of 1\n');
    assert.deepEqual(await listed(), []);
    assert.equal(await read('a.txt'), 'one\ntwo and mine\nTHREE\n');
  });

  it('decides for a session, whose model hears of it and of other changes when it goes on, once', async () => {
    server.reply(call('write_file', { file_path: 'a.txt', content: 'ONE\ntwo\nTHREE\n' })).reply(text('Done.'));
    assert.equal((await run('-p', 'Go', '-y', '--trust')).code, 0);
    const [first, second] = (await listed()).map(({ id }) => id);
    await run('changes', '--keep', first!);
    await run('changes', '--undo', second!);
    await home.put('work/a.txt', 'ONE\nmine\nthree\n');
    const told = async () => {
      server.reply(text('I see.'));
      assert.equal((await run('-r', 'latest', '-p', 'Go on', '-y', '--trust')).code, 0);
      return server.requests.at(-1)?.contents.flatMap(({ parts = [] }) => parts.map(part => part.text ?? '')) ?? [];
    };
    for (const once of [await told(), await told()]) {
      const news = once.filter(each => each.includes('<changes_review>'));
      assert.equal(news.length, 1);
      assert.match(news[0] ?? '', /The user kept: \S+a\.txt:1\./);
      assert.match(news[0] ?? '', /The user undid [^\n]+: \S+a\.txt:3\./);
      assert.match(news[0] ?? '', /-two\n-THREE\n\+mine\n\+three/);
    }
  });

  it('lists what was taken out of files before it was decided, applies it again and dismisses it', async () => {
    const was = 'one\ntwo\nthree\n';
    server
      .reply(
        call('write_file', { file_path: 'a.txt', content: 'ONE\ntwo\nTHREE\n' }),
        call('write_file', { file_path: 'made.txt', content: 'made\n' }),
      )
      .reply(text('Done.'));
    assert.equal((await run('-p', 'Go', '-y', '--trust')).code, 0);
    await home.put('work/a.txt', was);
    await rm(home.absolute('work/made.txt'));
    const lost = await listed();
    assert.deepEqual(
      lost.map(({ file, line, lost: fate }) => [file, line, fate]),
      [
        [home.absolute('work/a.txt'), 1, 'replaced'],
        [home.absolute('work/a.txt'), 3, 'replaced'],
        [home.absolute('work/made.txt'), 1, 'deleted'],
      ],
    );
    const [first, second, third] = lost.map(({ id }) => id);
    const { out } = await run('changes');
    assert.match(out, /^Needs you, not in the files \(3; --apply or --dismiss\):\n {2}\S+ {2}a\.txt:1 /);
    assert.match(out, /made\.txt:1 .*\[file deleted\]\n$/);
    assert.match((await run('changes', '--undo', first!)).err, /no longer in its file: use --apply .*--dismiss/);
    assert.equal((await run('changes', '--apply', first!, third!)).out, 'Applied: 2 of 2\n');
    assert.deepEqual([await read('a.txt'), await read('made.txt')], [was.replace('one', 'ONE'), 'made\n']);
    assert.equal((await run('changes', '--dismiss', second!)).out, 'Dismissed: 1\n');
    const open = await listed();
    assert.deepEqual(
      open.map(({ line, lost: fate }) => [line, fate]),
      [
        [1, undefined],
        [1, undefined],
      ],
    );
    assert.match((await run('changes', '--dismiss', open[0]!.id)).err, /is in its file: use --keep or --undo/);
    assert.equal((await run('changes', '--undo', 'all')).out, 'Undone: 2 of 2\n');
    assert.deepEqual([await read('a.txt'), await read('made.txt')], [was, null]);
  });

  it('refuses what it can’t read, and ids that there are not', async () => {
    const { code, err } = await run('changes', '--undo', 'nothing');
    assert.notEqual(code, 0);
    assert.match(err, /There is no change nothing/);
    assert.match((await run('changes', '--undo')).err, /Usage: pollux changes/);
    assert.match((await run('changes', '--help')).out, /Usage: pollux changes/);
  });
});
