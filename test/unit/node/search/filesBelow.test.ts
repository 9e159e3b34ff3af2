import assert from 'node:assert/strict';
import { filesBelow } from '../../../../src/node/search/filesBelow';
import { Scratch } from '../../../support/scratch';

describe('Files below a folder', () => {
  let scratch: Scratch;
  beforeEach(async () => (scratch = await Scratch.make()));
  afterEach(() => scratch.close());

  it('are those of near folders, of a repository one that says that it is there, without what links lead to', async () => {
    for (const path of ['w/a', 'w/b/.env', 'w/b/c/d', 'w/.git/config', 'w/b/node_modules/x', 'far/e'])
      await scratch.put(path, '');
    await scratch.link('w/out', scratch.absolute('far'));
    const found = await filesBelow(scratch.absolute('w'));
    assert.deepEqual(
      [...(found ?? [])].sort(),
      ['w/.git/HEAD', 'w/a', 'w/b/.env', 'w/b/c/d'].map(each => scratch.absolute(each)),
    );
  });

  it('are also the configuration of a repository, or of a submodule, that contains a password', async () => {
    for (const path of ['w/.git/config', 'w/.git/modules/a/modules/b/config'])
      await scratch.put(path, '[remote "origin"]\n\turl = https://ada:k3J9qLmW82xZ@example.com/a.git\n');
    await scratch.put('w/.git/modules/a/config', '[remote "origin"]\n\turl = https://example.com/a.git\n');
    const found = await filesBelow(scratch.absolute('w'));
    assert.deepEqual(
      [...(found ?? [])].sort(),
      ['w/.git/HEAD', 'w/.git/config', 'w/.git/modules/a/modules/b/config'].map(each => scratch.absolute(each)),
    );
  });

  it('are not known where there are too many folders, or it takes too long', async () => {
    for (let i = 0; i < 40; i++) await scratch.put(`w/${i}/a`, '');
    await scratch.put('w/39/deep/.env', '');
    const look = (folders: number, milliseconds: number) =>
      filesBelow(scratch.absolute('w'), { folders, milliseconds });
    assert.equal(await look(30, 60_000), null);
    assert.equal(await look(1000, -1), null);
    assert.equal((await look(1000, 60_000))?.length, 41);
  });

  it('are none where there is no folder', async () => {
    assert.deepEqual(await filesBelow(scratch.absolute('none')), []);
  });
});
