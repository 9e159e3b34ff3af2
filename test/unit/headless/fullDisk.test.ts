import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { call, text } from '../../support/gemini/replies';
import { startGeminiServer, type GeminiServer } from '../../support/geminiServer';
import { Scratch } from '../../support/scratch';

const COMMAND = join(__dirname, '..', '..', '..', 'dist', 'headless.js');
/** No file may grow beyond so much: as a full disk does, the limit fails a write halfway. */
const LIMIT_KB = 64;
/** Longer than that, without repetitions. */
const LONG = Array.from({ length: 12_000 }, (_, i) => `word-${i} `).join('');

describe('A run for which there is no room on the disk', () => {
  let server: GeminiServer;
  let home: Scratch;
  beforeEach(async () => {
    server = await startGeminiServer({ apiKey: 'good' });
    home = await Scratch.make();
  });
  afterEach(() => Promise.all([server.close(), home.close()]));

  const run = async (...args: readonly string[]) => {
    const script = `ulimit -f ${LIMIT_KB}; exec "$0" "$@"`;
    const child = spawn('bash', ['-c', script, process.execPath, COMMAND, ...args], {
      cwd: home.absolute('work'),
      env: {
        PATH: process.env.PATH,
        GEMINI_CLI_HOME: home.path,
        GEMINI_API_KEY: 'good',
        GOOGLE_GEMINI_BASE_URL: server.url,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let [out, err] = ['', ''];
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => (out += chunk));
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => (err += chunk));
    const code = await new Promise<number | null>(resolve => child.once('close', resolve));
    return { code, out, err };
  };
  const agent = (...args: readonly string[]) => run('-p', 'Change it.', '-y', '--trust', ...args);
  const lastSent = () => JSON.stringify(server.requests.at(-1)?.contents);

  it('leaves a file that it could not write as it was, and tells the model and the person', async () => {
    const before = `${'x'.repeat(60_000)}\nmark\n`;
    await home.put('work/note.txt', before);
    server
      .reply(call('replace', { file_path: 'note.txt', old_string: 'mark', new_string: 'y'.repeat(9000) }))
      .reply(text('I could not.'));
    const { code, out, err } = await agent('-o', 'stream-json');
    assert.equal(code, 0, err);
    assert.equal((await home.bytes('work/note.txt'))?.toString(), before);
    assert.deepEqual(await readdir(home.absolute('work')), ['note.txt'], 'no draft stays');
    assert.match(lastSent(), /functionResponse.{0,200}(?:EFBIG|too large|No space)/is);
    assert.match(out, /"status":"error".{0,300}(?:EFBIG|too large|No space)/is);
  });

  it('says at once that it can not be saved, goes on, and keeps no torn line', async () => {
    await home.put('work/note.txt', 'one');
    server
      .reply(text(LONG, { chunkSize: 1000 }), call('write_file', { file_path: 'note.txt', content: 'two' }))
      .reply(text('Done.'));
    const { code, err } = await agent();
    assert.equal(code, 0);
    assert.equal((await home.bytes('work/note.txt'))?.toString(), 'two');
    assert.match(err, /could(?:n['’]t| not) be saved/);
    const sessions = home.absolute('.pollux/sessions');
    const [name = ''] = await readdir(sessions);
    const file = (await readdir(join(sessions, name))).find(each => each.endsWith('.jsonl')) ?? '';
    const kept = await readFile(join(sessions, name, file), 'utf8');
    assert.ok(kept.length <= LIMIT_KB * 1024 && kept.endsWith('}\n'));
    for (const line of kept.trimEnd().split('\n')) assert.doesNotThrow(() => JSON.parse(line) as unknown);
  });

  it('says that a change can not be undone, and makes it', async () => {
    const noise = Array.from({ length: 30_000 }, (_, i) => Math.sin(i).toString(36).slice(2, 8)).join('\n');
    await home.put('work/note.txt', noise);
    server.reply(call('run_shell_command', { command: 'echo small > note.txt' })).reply(text('Done.'));
    const { code, err } = await agent();
    assert.equal(code, 0);
    assert.equal((await home.bytes('work/note.txt'))?.toString(), 'small\n');
    assert.equal(err.match(/can’t be restored/g)?.length, 1, err);
  });
}).timeout(30_000);
