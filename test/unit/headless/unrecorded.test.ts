import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from '../../support/gemini/replies';
import { HeadlessPlace } from '../../support/headlessPlace';
import { runCommand } from '../../support/polluxCommand';

describe('A headless run that is not to be stored', () => {
  const at = HeadlessPlace.use();

  it('leaves nothing of what was said on the disk', async () => {
    at.server.reply(text('canary-answer'));
    const env = { GEMINI_API_KEY: 'good', POLLUX_SESSIONS_RECORD: 'false', POLLUX_SESSIONS_GEMINICLIFORMAT: 'true' };
    const { code, out } = await runCommand(['-p', 'canary-prompt'], at.with(env));
    assert.deepEqual([code, out], [0, 'canary-answer\n']);
    const home = at.scratch.absolute('home');
    const entries = await readdir(home, { recursive: true, withFileTypes: true });
    for (const entry of entries.filter(each => each.isFile())) {
      const written = await readFile(join(entry.parentPath, entry.name), 'latin1');
      assert.equal(written.includes('canary'), false, entry.name);
    }
  });
});
