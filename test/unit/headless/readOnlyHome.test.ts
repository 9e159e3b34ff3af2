import assert from 'node:assert/strict';
import { call, text } from '../../support/gemini/replies';
import { startGeminiServer, type GeminiServer } from '../../support/geminiServer';
import { runCommand } from '../../support/polluxCommand';
import { Scratch } from '../../support/scratch';

describe('A run whose home folder can not be written', () => {
  let server: GeminiServer;
  let work: Scratch;
  beforeEach(async () => {
    server = await startGeminiServer({ apiKey: 'good' });
    work = await Scratch.make();
    await work.put('note.txt', 'one');
  });
  afterEach(() => Promise.all([server.close(), work.close()]));

  it('says what is not saved, and works all the same', async () => {
    if (process.platform !== 'linux') return;
    server
      .reply(call('replace', { file_path: 'note.txt', old_string: 'one', new_string: 'two' }))
      .reply(call('run_shell_command', { command: 'echo three > other.txt' }))
      .reply(text('Done.'));
    const { code, out, err } = await runCommand(['-p', 'Change it.', '-y', '--trust'], {
      cwd: work.path,
      // Nobody makes folders there, not even the superuser.
      env: { GEMINI_CLI_HOME: '/sys', GEMINI_API_KEY: 'good', GOOGLE_GEMINI_BASE_URL: server.url },
    });
    assert.equal(code, 0, err);
    assert.match(out, /Done\./);
    assert.equal(String(await work.bytes('note.txt')), 'two');
    assert.equal(String(await work.bytes('other.txt')), 'three\n');
    assert.match(err, /session .*(?:not|could not be) saved/i);
    assert.match(err, /can’t be restored/);
    assert.equal(err.split('What was spent today').length, 2, 'said once');
    assert.doesNotMatch(err, /^\s+at /m, 'no stack');
  }).timeout(60_000);
});
