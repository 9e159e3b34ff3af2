import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { call, text } from '../../../support/gemini/replies';
import { HeadlessPlace } from '../../../support/headlessPlace';
import { runCommand, startCommand } from '../../../support/polluxCommand';

interface Report {
  readonly versions: Readonly<Record<string, string>>;
  readonly error?: { readonly name: string; readonly message: string; readonly frames: readonly string[] };
  readonly events: readonly Readonly<Record<string, unknown>>[];
}

describe('A report of a headless run', () => {
  const at = HeadlessPlace.use();
  const key = { GEMINI_API_KEY: 'good' };
  const read = async (path: string) => {
    const written = await readFile(path, 'utf8');
    return { written, report: JSON.parse(written) as Report };
  };

  it('is written on request, with the last events of the folder and none of its texts', async () => {
    at.server.reply(call('read_file', { file_path: 'note.txt' })).reply(text('It says canary-answer.'));
    await runCommand(['-p', 'What does canary-prompt say?'], at.with(key));
    const { code, out } = await runCommand(['report'], at.with(key));
    const { written, report } = await read(out.trim());
    assert.equal(code, 0);
    assert.ok(
      report.events.some(({ type, name }) => type === 'tool-state' && name === 'read_file'),
      written,
    );
    assert.equal(report.events.at(-1)?.type, 'run-finished');
    for (const word of ['canary', 'note.txt', at.scratch.absolute('home')])
      assert.equal(written.includes(word), false, word);
    assert.deepEqual(Object.keys(report.versions), ['pollux', 'node', 'system']);
    assert.equal((await runCommand(['report', '--all'], at.with(key))).code, 42);
  });

  it('is written when the program breaks, and its path is said', async () => {
    await at.scratch.put('break.cjs', 'setTimeout(() => { throw new TypeError("no `canary` here"); }, 0);');
    const env = { ...key, NODE_OPTIONS: `--require ${at.scratch.absolute('break.cjs')}` };
    const { code, out, err } = await runCommand(['-p', 'Hi'], { ...at.with(env), input: null });
    assert.deepEqual([code, out], [1, '']);
    const path = /A report without texts and keys is in (.*)\.$/m.exec(err)?.[1] ?? '';
    const { written, report } = await read(path);
    assert.deepEqual([report.error?.name, report.error?.message], ['TypeError', 'no `…` here']);
    assert.ok((report.error?.frames.length ?? 0) > 0);
    assert.equal(written.includes('canary'), false);
  });

  it('is none where only the reader of the answer has gone', async () => {
    // Without a repetition, which would be said as well.
    const words = Array.from({ length: 50_000 }, (_, index) => `word${index} `);
    at.server.reply(text(words.join('')));
    const { child, ended } = startCommand(['-p', 'Hi'], at.with(key));
    child.stdout.destroy();
    const { code, err } = await ended;
    assert.deepEqual([code, err], [0, '']);
  });
});
