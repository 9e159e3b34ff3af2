import assert from 'node:assert/strict';
import type { MemoryDisk } from '../../src/agent/ports/memoryDisk';

export interface MemoryDiskSetup {
  readonly disk: MemoryDisk;
  /** Absolute. */
  readonly folder: string;
  put(path: string, text: string): Promise<void>;
  /** Lets `path` be another name of `target`, both below the folder. */
  link(path: string, target: string): Promise<void>;
  close(): Promise<void>;
}

const all = { git: true, gemini: true, custom: [] };

/** What every place of memory files does. */
export function describeMemoryDisk(name: string, open: () => Promise<MemoryDiskSetup>): void {
  describe(`${name} as a place of memory files`, () => {
    let place: MemoryDiskSetup;
    beforeEach(async () => (place = await open()));
    afterEach(() => place.close());
    const at = (path: string) => `${place.folder}/${path}`;
    const read = (path: string, within?: string) =>
      place.disk.read(at(path), { limit: 1000, ...(within !== undefined && { within: at(within) }) });

    it('reads a text, and says what is missing', async () => {
      await place.put('a/GEMINI.md', 'Be brief.');
      const found = await read('a/GEMINI.md', 'a');
      assert.equal(found.kind === 'text' && found.text, 'Be brief.');
      assert.deepEqual(await read('b/GEMINI.md'), { kind: 'missing' });
      assert.deepEqual(await read('a/GEMINI.md/GEMINI.md'), { kind: 'missing' });
    });

    it('knows a file by another name', async () => {
      await place.put('a/AGENTS.md', 'Be brief.');
      await place.link('a/GEMINI.md', 'a/AGENTS.md');
      const [one, other] = [await read('a/AGENTS.md', 'a'), await read('a/GEMINI.md', 'a')];
      assert.ok(one.kind === 'text' && other.kind === 'text');
      assert.equal(one.identity, other.identity);
    });

    it('does not follow a link out of the folder', async () => {
      await place.put('secret.md', 'secret');
      await place.put('a/x.md', 'x');
      await place.link('a/GEMINI.md', 'secret.md');
      assert.deepEqual(await read('a/GEMINI.md', 'a'), { kind: 'outside' });
    });

    it('does not open a folder', async () => {
      await place.put('a/b/x.md', 'x');
      assert.equal((await read('a/b', 'a')).kind, 'unreadable');
    });

    it('reads no more than was asked for', async () => {
      await place.put('GEMINI.md', 'x'.repeat(5000));
      const found = await read('GEMINI.md');
      assert.ok(found.kind === 'text');
      assert.deepEqual([found.text.length, found.isCut], [1000, true]);
    });

    it('says whether something is there', async () => {
      await place.put('a/.git/HEAD', 'ref');
      assert.equal(await place.disk.exists(at('a/.git')), true);
      assert.equal(await place.disk.exists(at('a/.hg')), false);
    });

    it('lists folders, and the files that are wanted', async () => {
      for (const path of ['b/x', 'a/x', 'GEMINI.md', 'other.md']) await place.put(path, 'x');
      const lister = place.disk.lister(place.folder, all);
      assert.deepEqual(await lister.list(place.folder, each => each === 'GEMINI.md'), {
        folders: ['a', 'b'],
        files: ['GEMINI.md'],
      });
      assert.deepEqual(await lister.list(at('nowhere'), () => true), { folders: [], files: [] });
      assert.equal(lister.isIgnored(at('a/x'), 'file'), false);
    });
  });
}
