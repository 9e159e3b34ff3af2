import assert from 'node:assert/strict';
import { PathIndex } from '../../../../src/context/mentions/pathIndex';

const now = () => performance.now();

describe('The index of paths', () => {
  const indexOf = (...files: string[]) => PathIndex.build(files, started => started, now);
  const search = async (index: PathIndex, typed: string, first: readonly string[] = [], limit = 10) =>
    index.search(typed, { limit, first, pause: started => started, now });

  it('finds what has all that is typed in its order, names before folders and beginnings before the middle', async () => {
    const index = await indexOf(
      'src/user/list.ts',
      'src/userList.ts',
      'test/aUser.ts',
      'doc/u-s-e-r.md',
      'src/other.ts',
    );
    assert.deepEqual(await search(index, 'user'), [
      'src/user/',
      'src/userList.ts',
      'test/aUser.ts',
      'src/user/list.ts',
      'doc/u-s-e-r.md',
    ]);
    assert.deepEqual(await search(index, 'usli'), ['src/userList.ts', 'src/user/list.ts']);
    assert.deepEqual(await search(index, 'list src'), ['src/user/list.ts', 'src/userList.ts']);
    assert.equal((await search(index, 'SRC/USERL'))?.[0], 'src/userList.ts');
    assert.deepEqual(await search(index, 'src\\other'), ['src/other.ts']);
    assert.deepEqual(await search(index, 'zz'), []);
  });

  it('puts what the user has at hand first, of what fits as well', async () => {
    const index = await indexOf('a/index.ts', 'b/index.ts', 'c/index.ts');
    assert.equal((await search(index, 'index', ['c/index.ts']))?.[0], 'c/index.ts');
    assert.equal((await search(index, '', ['b/index.ts']))?.[0], 'b/index.ts');
  });

  it('finds the same by one key after the other as at once, and again after going back', async () => {
    const files = Array.from(
      { length: 3000 },
      (_, i) => `packages/p${i % 7}/src/file${i}.${i % 3 === 0 ? 'ts' : 'md'}`,
    );
    const index = await indexOf(...files);
    for (const typed of ['f', 'fi', 'file', 'file1', 'file12', 'file1', 'f', 'file2 md', 'ts']) {
      assert.deepEqual(await search(index, typed), await search(await indexOf(...files), typed), typed);
    }
  });

  it('gives way, and stops where a later key came', async () => {
    const index = await indexOf(...Array.from({ length: 5000 }, (_, i) => `file${i}`));
    let pauses = 0;
    const found = await index.search('f', { limit: 3, first: [], now, pause: started => (pauses++, started) });
    assert.equal(found?.length, 3);
    assert.ok(pauses > 5);
    const isStopped = () => true;
    assert.equal(
      await index.search('f', { limit: 3, first: [], now, pause: started => started, isStopped }),
      undefined,
    );
  });

  it('knows names in any script', async () => {
    const index = await indexOf('文档/说明.md', 'Ünïcode.txt');
    assert.deepEqual(await search(index, '说'), ['文档/说明.md']);
    assert.deepEqual(await search(index, 'ünï'), ['Ünïcode.txt']);
  });
});
