import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from './support/eventually';
import { usePollux } from './support/usePollux';

describe('the companion of Gemini CLI', () => {
  const window = usePollux({ files: { 'note.txt': 'Read me\n' } });

  it('is found from the first terminal of a window in which nothing of Pollux was opened', async () => {
    const { command, workspace } = window();
    await command('View: Toggle Terminal');
    const folder = join(tmpdir(), 'gemini', 'ide');
    const found = async () => {
      const files = await readdir(folder).catch(() => []);
      const texts = await Promise.all(files.map(file => readFile(join(folder, file), 'utf8').catch(() => '')));
      return texts.filter(text => text.includes(workspace));
    };
    await eventually(async () => assert.equal((await found()).length, 1));
  });
});
