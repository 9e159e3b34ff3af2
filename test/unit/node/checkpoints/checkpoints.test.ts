import assert from 'node:assert/strict';
import { appendFile, chmod, lstat, mkdir, readdir, readlink, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { ChangeOrigin } from '../../../../src/agent/ports/checkpoints';
import { DiskCheckpoints } from '../../../../src/node/checkpoints/checkpoints';
import { createDiskWorkspace } from '../../../../src/node/files/diskWorkspace';
import { Scratch } from '../../../support/scratch';
import { restorePicked } from '../../../support/restoring';

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

describe('checkpoints', () => {
  let work: Scratch;
  let other: Scratch;
  let store: Scratch;
  let troubles: unknown[];
  beforeEach(async () => {
    [work, other, store] = await Promise.all([Scratch.make(), Scratch.make(), Scratch.make()]);
    troubles = [];
    await work.put('a.txt', 'one');
    await work.put('b/c.bin', new Uint8Array([0, 255, 13, 10]));
  });
  afterEach(() => Promise.all([work.close(), other.close(), store.close()]));

  const open = (limits = { fileBytes: 1000, files: 100 }, now = Date.now) => {
    let last = 0;
    const workspace = createDiskWorkspace({ folders: [work.path, other.path] });
    return new DiskCheckpoints({
      folder: store.path,
      workspace,
      log: silent,
      newId: () => `checkpoint-${++last}`,
      now,
      limits,
      locks: { holding: (_, work) => work() },
      onTrouble: error => troubles.push(error),
    });
  };
  const origin: ChangeOrigin = { sessionId: 's', messageId: 'm', label: 'npm test' };
  const text = async (path: string, place = work) => (await place.bytes(path))?.toString() ?? null;
  const shown = async (checkpoints: DiskCheckpoints, id: string) =>
    (await checkpoints.preview('s', id))
      .map(({ file, action, isTouched }) => `${action} ${file.split('/').at(-1)}${isTouched ? ' touched' : ''}`)
      .sort();
  const restoreAll = async (checkpoints: DiskCheckpoints, id: string) => {
    const steps = await checkpoints.preview('s', id);
    const files = steps.filter(({ action }) => action !== 'leave').map(({ file }) => file);
    return restorePicked(checkpoints, { ...origin, label: 'restored' }, id, files);
  };

  it('take back an edit, the bytes as they were', async () => {
    const checkpoints = open();
    await checkpoints.record(origin, [work.absolute('b/c.bin')], () => work.put('b/c.bin', 'text'));
    assert.deepEqual(await shown(checkpoints, 'checkpoint-1'), ['change c.bin']);
    assert.deepEqual(await restoreAll(checkpoints, 'checkpoint-1'), []);
    assert.deepEqual(await work.bytes('b/c.bin'), Buffer.from([0, 255, 13, 10]));
  });

  it('put back nothing that policy has not approved', async () => {
    const checkpoints = open();
    await checkpoints.record(origin, null, () => work.put('a.txt', 'two'));
    const plan = await checkpoints.planOf('s', 'checkpoint-1', [work.absolute('a.txt')]);
    await assert.rejects(checkpoints.restore(origin, plan as never), /not approved/);
    assert.equal(await text('a.txt'), 'two');
    assert.equal((await checkpoints.list('s')).length, 1);
  });

  it('take back all that a command did, in every folder, with permissions', async () => {
    const checkpoints = open();
    await other.put('run.sh', 'echo');
    await chmod(other.absolute('run.sh'), 0o755);
    await checkpoints.record(origin, null, async () => {
      await work.put('a.txt', 'two');
      await work.put('new/made.txt', 'made');
      await rename(work.absolute('b/c.bin'), work.absolute('b/moved.bin'));
      await rm(other.absolute('run.sh'));
    });
    const expected = ['change a.txt', 'create c.bin', 'create run.sh', 'delete made.txt', 'delete moved.bin'];
    assert.deepEqual(await shown(checkpoints, 'checkpoint-1'), expected);
    assert.deepEqual(await restoreAll(checkpoints, 'checkpoint-1'), []);
    assert.equal(await text('a.txt'), 'one');
    assert.equal(await text('new/made.txt'), null);
    assert.deepEqual(await work.bytes('b/c.bin'), Buffer.from([0, 255, 13, 10]));
    assert.equal(await work.bytes('b/moved.bin'), null);
    assert.equal((await stat(other.absolute('run.sh'))).mode & 0o777, 0o755);
  });

  it('go back over several changes to the first, and can be taken back themselves', async () => {
    const checkpoints = open();
    const write = (content: string) => () => work.put('a.txt', content);
    await checkpoints.record(origin, [work.absolute('a.txt')], write('two'));
    await checkpoints.record(origin, null, write('three'));
    await checkpoints.record(origin, [work.absolute('a.txt')], write('four'));
    await restoreAll(checkpoints, 'checkpoint-1');
    assert.equal(await text('a.txt'), 'one');
    const [, , , restored] = await checkpoints.list('s');
    assert.equal(restored?.label, 'restored');
    await restoreAll(checkpoints, restored.id);
    assert.equal(await text('a.txt'), 'four');
  });

  it('leave alone what the person made, and say what they changed since', async () => {
    const checkpoints = open();
    await checkpoints.record(origin, null, () => work.put('a.txt', 'two'));
    await work.put('mine.txt', 'mine');
    await work.put('a.txt', 'mine too');
    assert.deepEqual(await shown(checkpoints, 'checkpoint-1'), ['change a.txt touched']);
    await restoreAll(checkpoints, 'checkpoint-1');
    assert.equal(await text('mine.txt'), 'mine');
  });

  it('restore only the files that are asked for', async () => {
    const checkpoints = open();
    await checkpoints.record(origin, null, async () => {
      await work.put('a.txt', 'two');
      await work.put('d.txt', 'made');
    });
    await restorePicked(checkpoints, origin, 'checkpoint-1', [work.absolute('d.txt')]);
    assert.deepEqual([await text('a.txt'), await text('d.txt')], ['two', null]);
  });

  it('do not delete what only ceased to be ignored', async () => {
    await work.put('.gitignore', 'secret.txt\n');
    await work.put('secret.txt', 'mine');
    // The file must be older than the clock of a disk may lag.
    const checkpoints = open(undefined, () => Date.now() + 1000);
    await checkpoints.record(origin, null, () => work.put('.gitignore', ''));
    assert.deepEqual(await shown(checkpoints, 'checkpoint-1'), ['change .gitignore']);
  });

  it('follow what ignore files say now, for files that were known before too', async () => {
    const checkpoints = open();
    const changes = async (content: string) => {
      await checkpoints.record(origin, null, () => work.put('a.txt', content));
      return (await checkpoints.list('s')).at(-1)?.changes.map(({ file }) => file.split('/').at(-1)) ?? [];
    };
    assert.deepEqual(await changes('two'), ['a.txt']);
    await work.put('.gitignore', '*.txt\n');
    await checkpoints.record(origin, null, async () => {
      await work.put('a.txt', 'three');
      await work.put('b/c.bin', 'new');
    });
    assert.deepEqual(
      (await checkpoints.list('s')).at(-1)?.changes.map(({ file }) => file),
      [work.absolute('b/c.bin')],
    );
    await work.put('.gitignore', '# nothing\n');
    assert.deepEqual(await changes('four'), ['a.txt']);
  });

  it('take no ignore file for one that is a link, as git does', async () => {
    await other.put('rules', '*.txt\n');
    await work.link('.gitignore', other.absolute('rules'));
    const checkpoints = open();
    await checkpoints.record(origin, null, () => work.put('a.txt', 'two'));
    assert.equal((await checkpoints.list('s')).length, 1);
  });

  it('keep nothing of what git ignores, and name what is too large', async () => {
    await work.put('.gitignore', 'out/\n');
    await work.put('out/built.js', 'x');
    await work.put('large.txt', 'x'.repeat(2000));
    const checkpoints = open();
    await checkpoints.record(origin, null, async () => {
      await work.put('out/built.js', 'y');
      await work.put('large.txt', 'small now');
      await work.put('a.txt', 'two');
    });
    const [checkpoint] = await checkpoints.list('s');
    assert.deepEqual(
      checkpoint?.changes.map(({ file }) => file),
      [work.absolute('a.txt')],
    );
    await checkpoints.record(origin, null, async () => {
      await work.put('b/huge.txt', 'x'.repeat(3000));
      await work.put('a.txt', 'three');
    });
    const [, later] = await checkpoints.list('s');
    assert.deepEqual(later?.unkept, [{ file: work.absolute('b/huge.txt'), size: 3000 }]);
  });

  it('record nothing where nothing changed', async () => {
    const checkpoints = open();
    await checkpoints.record(origin, null, async () => undefined);
    await checkpoints.record(origin, [work.absolute('a.txt')], async () => undefined);
    assert.deepEqual(await checkpoints.list('s'), []);
  });

  it('notice a change of the same length at the same time', async () => {
    const checkpoints = open();
    for (const content of ['two', 'six', 'ten']) {
      await checkpoints.record(origin, null, () => work.put('a.txt', content));
    }
    assert.equal((await checkpoints.list('s')).length, 3);
  });

  it('are there in the next window, and record what failed half-way', async () => {
    const failing = open().record(origin, null, async () => {
      await work.put('a.txt', 'two');
      throw new Error('stopped');
    });
    await assert.rejects(failing, /stopped/);
    const checkpoints = open();
    await restoreAll(checkpoints, 'checkpoint-1');
    assert.equal(await text('a.txt'), 'one');
  });

  it('let changes happen where none can be recorded, and say so once', async () => {
    const checkpoints = open({ fileBytes: 1000, files: 1 });
    for (const content of ['two', 'three']) {
      await checkpoints.record(origin, null, () => work.put('a.txt', content));
    }
    assert.equal(await text('a.txt'), 'three');
    assert.equal(troubles.length, 1);
  });

  it('bring back what stood behind a name that is a link now, and delete nothing through it', async () => {
    await work.put('lib/x.txt', 'x');
    const checkpoints = open();
    await checkpoints.record(origin, null, async () => {
      await rename(work.absolute('lib'), work.absolute('lib2'));
      await work.link('lib', 'lib2');
    });
    assert.deepEqual(await restoreAll(checkpoints, 'checkpoint-1'), []);
    assert.equal(await text('lib/x.txt'), 'x');
    assert.deepEqual(await readdir(work.path), ['a.txt', 'b', 'lib']);
    assert.equal((await lstat(work.absolute('lib'))).isDirectory(), true);
  });

  it('follow what turned from a folder into a file, a file into a link, and a link into a folder', async () => {
    await work.link('to', 'a.txt');
    const checkpoints = open();
    await checkpoints.record(origin, null, async () => {
      await rm(work.absolute('b'), { recursive: true });
      await work.put('b', 'a file');
      await rm(work.absolute('a.txt'));
      await work.link('a.txt', 'b');
      await rm(work.absolute('to'));
      await work.put('to/x', 'x');
    });
    assert.deepEqual(await restoreAll(checkpoints, 'checkpoint-1'), []);
    assert.deepEqual(troubles, []);
    assert.deepEqual(await work.bytes('b/c.bin'), Buffer.from([0, 255, 13, 10]));
    assert.equal((await lstat(work.absolute('a.txt'))).isFile(), true);
    assert.equal(await readlink(work.absolute('to')), 'a.txt');
  });

  it('take empty folders, links and permissions back', async () => {
    await mkdir(work.absolute('gone'), { mode: 0o750 });
    const checkpoints = open();
    await checkpoints.record(origin, null, async () => {
      await mkdir(work.absolute('new/empty'), { recursive: true });
      await work.link('new/link', '../a.txt');
      await rm(work.absolute('gone'), { recursive: true });
      await chmod(work.absolute('a.txt'), 0o755);
    });
    assert.deepEqual(await shown(checkpoints, 'checkpoint-1'), [
      'change a.txt',
      'create gone',
      'delete empty',
      'delete link',
    ]);
    assert.deepEqual(await restoreAll(checkpoints, 'checkpoint-1'), []);
    assert.deepEqual(await readdir(work.path), ['a.txt', 'b', 'gone']);
    assert.equal((await stat(work.absolute('gone'))).mode & 0o777, 0o750);
    assert.equal((await stat(work.absolute('a.txt'))).mode & 0o777, 0o644);
  });

  it('take the folders of a new file with it, unless something else is in them', async () => {
    const checkpoints = open();
    await checkpoints.record(origin, [work.absolute('new/deep/a.txt')], () => work.put('new/deep/a.txt', 'a'));
    await work.put('new/mine.txt', 'mine');
    assert.deepEqual(await shown(checkpoints, 'checkpoint-1'), ['delete a.txt', 'leave new']);
    assert.deepEqual(await restoreAll(checkpoints, 'checkpoint-1'), []);
    assert.deepEqual(await readdir(work.absolute('new')), ['mine.txt']);
  });

  it('name what can not be put back, before it is tried', async () => {
    await work.put('large.txt', 'x'.repeat(2000));
    const checkpoints = open();
    await checkpoints.record(origin, null, async () => {
      await rm(work.absolute('large.txt'));
      await work.put('a.txt', 'two');
    });
    assert.deepEqual(await shown(checkpoints, 'checkpoint-1'), ['change a.txt', 'leave large.txt']);
    for (const group of await readdir(join(store.path, 'blobs'))) {
      for (const name of await readdir(join(store.path, 'blobs', group))) {
        await store.put(`blobs/${group}/${name}`, 'damaged');
      }
    }
    assert.deepEqual(await shown(checkpoints, 'checkpoint-1'), ['leave a.txt', 'leave large.txt']);
  });

  it('name what stood anywhere below a folder in whose place something stays', async () => {
    const checkpoints = open();
    await work.put('top/middle/low/d.txt', 'deep');
    await checkpoints.record(origin, null, async () => {
      await rm(work.absolute('top'), { recursive: true });
      await work.put('top', 'x'.repeat(2000)); // too large to be stored, so it can't be deleted
    });
    assert.deepEqual(await shown(checkpoints, 'checkpoint-1'), [
      'leave d.txt',
      'leave low',
      'leave middle',
      'leave top',
    ]);
    assert.deepEqual(await restoreAll(checkpoints, 'checkpoint-1'), []);
  });

  it('trust no stored content that is corrupt', async () => {
    await open().record(origin, [work.absolute('a.txt')], () => work.put('a.txt', 'two'));
    for (const group of await readdir(join(store.path, 'blobs'))) {
      for (const name of await readdir(join(store.path, 'blobs', group))) {
        await store.put(`blobs/${group}/${name}`, 'damaged');
      }
    }
    await work.put('a.txt', 'one');
    const checkpoints = open();
    await checkpoints.record({ ...origin, sessionId: 'again' }, [work.absolute('a.txt')], () => work.put('a.txt', 'x'));
    const [checkpoint] = await checkpoints.list('again');
    await restorePicked(checkpoints, { ...origin, sessionId: 'again' }, checkpoint?.id ?? '', [work.absolute('a.txt')]);
    assert.equal(await text('a.txt'), 'one');
  });

  it('lose one record to a torn line, not the next one', async () => {
    await open().record(origin, [work.absolute('a.txt')], () => work.put('a.txt', 'two'));
    const [name = ''] = await readdir(join(store.path, 'records'));
    await appendFile(join(store.path, 'records', name), '{"sessionId":"s","mess');
    await open().record(origin, [work.absolute('a.txt')], () => work.put('a.txt', 'three'));
    assert.deepEqual(
      (await open().list('s')).map(({ changes }) => changes.length),
      [1, 1],
    );
  });

  it('write through no link that somebody has put there since', async () => {
    const checkpoints = open();
    await checkpoints.record(origin, null, () => work.put('b/c.bin', 'two'));
    const outside = await Scratch.make();
    try {
      await outside.put('c.bin', 'outside');
      await rm(work.absolute('b'), { recursive: true });
      await work.link('b', outside.path);
      const failed = await restorePicked(checkpoints, origin, 'checkpoint-1', [work.absolute('b/c.bin')]);
      assert.deepEqual(failed, [work.absolute('b/c.bin')]);
      assert.equal((await outside.bytes('c.bin'))?.toString(), 'outside');
    } finally {
      await outside.close();
    }
  });

  it('keep no content that no record and no file needs', async () => {
    const checkpoints = open();
    const blobs = async () => (await readdir(join(store.path, 'blobs'))).length;
    await checkpoints.record(origin, null, () => work.put('a.txt', 'two'));
    await checkpoints.prune(Infinity, 0);
    assert.equal(await blobs(), 3);
    await checkpoints.forget('s');
    await checkpoints.prune(Infinity, 0);
    const left = await Promise.all(
      (await readdir(join(store.path, 'blobs'))).map(group => readdir(join(store.path, 'blobs', group))),
    );
    assert.equal(left.flat().length, 2);
  });

  it('drop the oldest records when they take too much', async () => {
    const checkpoints = open();
    await checkpoints.record({ ...origin, sessionId: 'old' }, null, () => work.put('a.txt', 'x'.repeat(500)));
    await work.put('a.txt', 'mine');
    await checkpoints.record({ ...origin, sessionId: 'new' }, null, () => work.put('d.txt', 'y'.repeat(500)));
    await checkpoints.prune(900, 0);
    assert.deepEqual([(await checkpoints.list('old')).length, (await checkpoints.list('new')).length], [0, 1]);
  });
});
