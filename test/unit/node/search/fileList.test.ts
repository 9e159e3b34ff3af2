import assert from 'node:assert/strict';
import { listAllFiles } from '../../../../src/node/search/fileList';
import { findRipgrep } from '../../../../src/node/search/ripgrepPaths';
import { Scratch } from '../../../support/scratch';

describe('The list of all files', () => {
  it('is the same with and without ripgrep, but for what is ignored', async function () {
    const scratch = await Scratch.make();
    try {
      for (const file of [
        'a b.ts',
        'src/ü.md',
        '.hidden',
        '.git/config',
        'node_modules/x.js',
        'log/x.txt',
        'own.txt',
      ]) {
        await scratch.put(file, 'x');
      }
      await scratch.put('.gitignore', 'log/\n');
      await scratch.put('.geminiignore', 'own.txt\n');
      const { signal } = new AbortController();
      const kept = ['.geminiignore', '.gitignore', '.hidden', 'a b.ts', 'src/ü.md'];
      assert.deepEqual(
        (await listAllFiles(scratch.path, null, signal)).sort(),
        [...kept, 'log/x.txt', 'own.txt'].sort(),
      );
      const ripgrep = findRipgrep([], process.env.PATH ?? '');
      if (ripgrep !== null) assert.deepEqual((await listAllFiles(scratch.path, ripgrep, signal)).sort(), kept);
    } finally {
      await scratch.close();
    }
  });
});
