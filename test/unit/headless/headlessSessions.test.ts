import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { appendFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { hang, text } from '../../support/gemini/replies';
import { HeadlessRuns } from '../../support/headlessRuns';

describe('Sessions, headless', () => {
  const { place, start, run, promptOf } = HeadlessRuns.use();

  const sessionOf = async (...args: string[]) => {
    const { out } = await run([...args, '-o', 'json']);
    return (JSON.parse(out) as { session_id: string }).session_id;
  };

  it('goes on with the last one, one by its number or by its id, with all that was said', async () => {
    place.server.reply(text('Noted.'));
    const first = await sessionOf('-p', 'My name is Ada.');
    const second = await sessionOf('-p', 'Another.');
    assert.notEqual(first, second);
    assert.equal(await sessionOf('-r', first, '-p', 'By id.'), first);
    assert.equal(await sessionOf('--resume', '1', '-p', 'By number.'), first);
    assert.equal(await sessionOf('-r', '-p', 'The last.'), first);
    assert.equal(await sessionOf('--resume=2', '-p', 'The other.'), second);
    assert.equal(await sessionOf('-p', 'Last again.', '--resume'), second);
    const said = JSON.stringify(place.server.requests[4]?.contents);
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
    const chats = join(place.home, '.gemini', 'tmp', createHash('sha256').update(place.folder).digest('hex'), 'chats');
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
      const said = JSON.stringify(place.server.requests.at(-1)?.contents);
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
    assert.equal(place.server.requests.length, 0);
  });

  it('goes on after it was killed in the middle of an answer', async () => {
    place.server.reply(text('Half of it'), hang());
    const { child, ended } = start(['-p', 'Hi', '-o', 'stream-json']);
    await new Promise<void>(resolve =>
      child.stdout.on('data', (chunk: string) => {
        if (chunk.includes('Half of it')) resolve();
      }),
    );
    while (!(await run(['--list-sessions'])).out.includes('Hi')) continue;
    child.kill('SIGKILL');
    await ended;
    place.server.reply(text('The rest.'));
    assert.equal((await run(['-r', '-p', 'Go on'])).out, 'The rest.\n');
    assert.equal(promptOf(1), 'Go on');
    assert.ok(JSON.stringify(place.server.requests[1]?.contents).includes('Hi'));
  });

  it('says what of one could not be read', async () => {
    const id = await sessionOf('-p', 'One');
    const [folderName = ''] = await readdir(join(place.home, '.pollux', 'sessions'));
    await appendFile(join(place.home, '.pollux', 'sessions', folderName, `${id}.jsonl`), '{"type":"mess');
    const { code, err } = await run(['-r', '-p', 'Two']);
    assert.equal(code, 0);
    assert.match(err, /^One line of this chat couldn’t be read/);
    assert.equal((await run(['-r', '-p', 'Three'])).err, '');
  });
}).timeout(60_000);
