import assert from 'node:assert/strict';
import { chmod, mkdir, stat, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { createFileLocks } from '../../../../src/node/files/fileLocks';
import { isOwn, ownFolder } from '../../../../src/node/files/ownFolder';
import { keepsNames, makeTemporaryFolder, temporaryRoot } from '../../../../src/node/files/temporaryRoot';
import { Scratch } from '../../../support/scratch';

const SOMEBODY_ELSE = 54_321;

describe('Temporary files', () => {
  let scratch: Scratch;
  let shared: string;
  let home: string;
  beforeEach(async () => {
    scratch = await Scratch.make();
    shared = scratch.absolute('shared/tmp');
    home = scratch.absolute('home');
    await mkdir(shared, { recursive: true });
    await mkdir(home);
  });
  afterEach(() => scratch.close());
  const modeOf = async (path: string) => ((await stat(path)).mode & 0o7777).toString(8);

  it('are in the shared folder if nobody else can replace them there', async () => {
    await chmod(shared, 0o1777);
    assert.equal(temporaryRoot(home, shared), shared);
    await symlink(shared, scratch.absolute('link'));
    assert.equal(temporaryRoot(home, scratch.absolute('link')), scratch.absolute('link'));
  });

  it('are below the home folder if others could replace them or a parent folder', async () => {
    const own = join(home, '.pollux', 'tmp');
    for (const mode of [0o777, 0o775, 0o2770, 0o733]) {
      await chmod(shared, mode);
      assert.equal(temporaryRoot(home, shared), own, mode.toString(8));
    }
    await chmod(shared, 0o700);
    await chmod(join(shared, '..'), 0o777);
    assert.equal(temporaryRoot(home, shared), own);
    assert.equal(temporaryRoot(home, scratch.absolute('gone')), own);
    const made = makeTemporaryFolder('pollux-sandbox-', own);
    assert.deepEqual([await modeOf(made), await modeOf(own)], ['700', '700']);
  });

  it('are never in a folder of another user, whatever its permissions', () => {
    assert.equal(keepsNames(shared), true);
    assert.equal(keepsNames(shared, SOMEBODY_ELSE), process.getuid?.() === 0);
  });

  it('don’t reuse a link, file or folder that others placed under their name', async () => {
    const path = join(shared, 'pollux-ada');
    await mkdir(path);
    assert.equal(await isOwn(path), true);
    assert.equal(await isOwn(path, SOMEBODY_ELSE), false);
    await symlink(home, join(shared, 'linked'));
    await scratch.put('shared/tmp/file');
    await symlink(join(home, 'made'), join(shared, 'dangling'));
    for (const name of ['linked', 'file', 'dangling']) {
      assert.equal(await isOwn(join(shared, name)), false, name);
      const made = await ownFolder(join(shared, name));
      assert.match(made, new RegExp(`/${name}-[^/]{6}$`));
      assert.equal(await modeOf(made), '700');
    }
  });

  it('are closed to others if the folder is ours and was open', async () => {
    const path = join(shared, 'pollux-ada');
    await mkdir(path);
    await chmod(path, 0o777);
    assert.deepEqual([await ownFolder(path), await modeOf(path)], [path, '700']);
  });

  it('that are locks are in a private folder of this user, or nowhere', async () => {
    const open = join(shared, 'open');
    await mkdir(open);
    await chmod(open, 0o777);
    await symlink(home, join(shared, 'linked'));
    const locks = createFileLocks({ folders: [join(shared, 'linked'), open] });
    await locks.holding([scratch.absolute('a.txt')], async () => undefined);
    assert.deepEqual([await modeOf(open), await modeOf(home)], ['700', '755']);
  });
});
