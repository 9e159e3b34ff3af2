import assert from 'node:assert/strict';
import { appendFile, stat } from 'node:fs/promises';
import type { IndexEntry } from '../../../../src/node/checkpoints/entries';
import { SavedIndex, type FileIndex } from '../../../../src/node/checkpoints/savedIndex';
import { Scratch } from '../../../support/scratch';

const EMPTY: FileIndex = { rules: '', tree: new Map() };
const entry = (inode = 1): IndexEntry => ({
  size: 3,
  modified: 1.5,
  changed: 2.25,
  inode,
  mode: 0o644,
  id: 'a'.repeat(64),
});

describe('An index of files on the disk', () => {
  let store: Scratch;
  beforeEach(async () => (store = await Scratch.make()));
  afterEach(() => store.close());
  const file = () => store.absolute('files.txt');
  const read = async () => new SavedIndex(file()).load();

  it('grows by what has changed, and is written anew before it grows without end', async () => {
    const saved = new SavedIndex(file());
    const tree = new Map(Array.from({ length: 5000 }, (_, i) => [`/work/file-${i}.ts`, entry(i)]));
    let index: FileIndex = { rules: 'r', tree };
    await saved.save(index, await saved.load());
    const { size: first } = await stat(file());
    const change = async (inode: number) => {
      const next = { rules: 'r', tree: new Map(index.tree).set('/work/file-7.ts', entry(inode)) };
      await saved.save(next, index);
      index = next;
    };
    await change(9999);
    const { size: second } = await stat(file());
    assert.ok(second > first && second - first < 300, `${second - first} bytes`);
    assert.deepEqual(await read(), index);
    await saved.save(index, index);
    assert.equal((await stat(file())).size, second);
    await appendFile(file(), '- /gone\n'.repeat(30_000));
    const again = new SavedIndex(file());
    await again.save({ ...index, tree: new Map([...index.tree, ['/new', entry()]]) }, await again.load());
    assert.ok((await stat(file())).size < second + 300);
  });

  it('leaves out lines that were torn, and what was gathered by other ignore files', async () => {
    const saved = new SavedIndex(file());
    await saved.save({ rules: 'r', tree: new Map([['/a', entry()]]) }, EMPTY);
    await appendFile(file(), `${'b'.repeat(64)} 3 1.5 2`);
    assert.deepEqual([...(await read()).tree.keys()], ['/a']);
    await appendFile(file(), '\n# 3 other\n');
    assert.deepEqual(await read(), { rules: 'other', tree: new Map() });
  });
});
