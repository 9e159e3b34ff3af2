import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { CheckpointStore } from '../../../../src/node/checkpoints/checkpointStore';
import { DiskCheckpoints } from '../../../../src/node/checkpoints/checkpoints';
import { createDiskWorkspace } from '../../../../src/node/files/diskWorkspace';
import { storagePath } from '../../../../src/node/storagePath';
import { builtScript } from '../../../support/builtScript';
import { Scratch } from '../../../support/scratch';
import { restorePicked } from '../../../support/restoring';

const run = promisify(execFile);
const log = { info: () => undefined, warn: () => undefined, error: () => undefined };

describe('checkpoints of a folder', () => {
  let home: Scratch;
  beforeEach(async () => {
    home = await Scratch.make();
    await home.put('one/a.txt', 'first');
    await home.put('two/b.txt', 'first');
  });
  afterEach(() => home.close());

  const options = (folders: readonly string[]) => ({
    workspace: createDiskWorkspace({ folders: folders.map(name => home.absolute(name)) }),
    log,
    newId: randomUUID,
    now: Date.now,
    locks: { holding: <T>(_: readonly string[], work: () => Promise<T>) => work() },
    onTrouble: (error: unknown) => assert.fail(String(error)),
  });
  const open = (...folders: string[]) => {
    const place = folders.map(name => home.absolute(name));
    return new CheckpointStore({ ...options(folders), home: home.path, place });
  };
  const origin = (sessionId: string) => ({ sessionId, messageId: 'm', label: sessionId });
  const write = (path: string, content: string) => () => home.put(path, content);
  const read = async (path: string) => (await home.bytes(path))?.toString() ?? null;
  const restoreFirst = async (store: CheckpointStore) => {
    const [checkpoint] = await store.all();
    assert.ok(checkpoint);
    const files = (await store.preview(checkpoint.sessionId, checkpoint.id)).map(({ file }) => file);
    const label = { sessionId: checkpoint.sessionId, messageId: '', label: 'back' };
    return { files, failed: await restorePicked(store, label, checkpoint.id, files) };
  };

  it('give what a call made of files, as far as that is stored', async () => {
    const store = open('one');
    const file = home.absolute('one/a.txt');
    await store.record({ ...origin('chat'), callId: 'c1' }, [file], write('one/a.txt', 'second'));
    assert.deepEqual(await store.textsOf('chat', 'c1'), [{ file, before: 'first', after: 'second' }]);
    assert.deepEqual(await store.textsOf('chat', 'c2'), []);
    await store.record({ ...origin('chat'), callId: 'c3' }, [file], () => rm(file));
    assert.deepEqual(await store.textsOf('chat', 'c3'), [{ file, before: 'second', after: null }]);
  });

  it('are listed and restored wherever it is open, whoever made them', async () => {
    await open('one').record(origin('run'), null, write('one/a.txt', 'second'));
    const later = open('one');
    await later.record(origin('chat'), [home.absolute('one/a.txt')], write('one/a.txt', 'third'));
    assert.deepEqual(
      (await later.all()).map(({ label }) => label),
      ['run', 'chat'],
    );
    assert.deepEqual((await restoreFirst(later)).failed, []);
    assert.equal(await read('one/a.txt'), 'first');
    assert.deepEqual(await open('two').all(), []);
  });

  it('that is open with others are those about its own files, for who opens it alone, and the other way round', async () => {
    const both = open('one', 'two');
    await both.record(origin('chat'), null, async () => {
      await home.put('one/a.txt', 'second');
      await home.put('two/b.txt', 'second');
    });
    const alone = open('two');
    assert.deepEqual(await restoreFirst(alone), { files: [home.absolute('two/b.txt')], failed: [] });
    assert.deepEqual([await read('one/a.txt'), await read('two/b.txt')], ['second', 'first']);
    await open('one').record(origin('run'), null, write('one/a.txt', 'third'));
    assert.ok((await both.all()).some(({ label }) => label === 'run'));
  });

  it('of a session are restored together after a folder was added to the window, and after it was removed', async () => {
    const file = home.absolute('one/a.txt');
    await open('one').record({ ...origin('chat'), callId: 'c1' }, [file], write('one/a.txt', 'second'));
    const more = open('one', 'two');
    await more.record(origin('chat'), [file], write('one/a.txt', 'third'));
    await more.record(origin('chat'), [home.absolute('two/b.txt')], write('two/b.txt', 'second'));
    assert.equal((await more.list('chat')).length, 3);
    assert.deepEqual(await more.textsOf('chat', 'c1'), [{ file, before: 'first', after: 'second' }]);
    const [first] = await more.list('chat');
    const steps = await more.preview('chat', first?.id ?? '');
    assert.deepEqual(
      steps.map(step => step.isTouched),
      [false, false],
      'what the session did later is not someone else’s work',
    );
    const alone = open('one');
    assert.equal((await alone.list('chat')).length, 2);
    assert.deepEqual(await restoreFirst(alone), { files: [file], failed: [] });
    assert.deepEqual([await read('one/a.txt'), await read('two/b.txt')], ['first', 'second']);
    const undo = (await more.list('chat')).at(-1);
    const label = { ...origin('chat'), label: 'forth' };
    assert.deepEqual(await restorePicked(more, label, undo?.id ?? '', [file]), []);
    assert.equal(await read('one/a.txt'), 'third');
  });

  it('are nowhere in the folder', async () => {
    await open('one').record(origin('run'), null, write('one/a.txt', 'second'));
    assert.deepEqual(await readdir(home.absolute('one')), ['a.txt']);
  });

  it('may take as much as the person has set, also where nothing is set', async () => {
    const store = open('one');
    await store.record(origin('run'), [home.absolute('one/a.txt')], write('one/a.txt', 'x'.repeat(1000)));
    await store.prune(1_000_000, true);
    await open('one').prune(10, false);
    assert.equal((await store.all()).length, 1);
  });

  describe('that several processes keep', () => {
    const store = () => storagePath(home.path, 'checkpoints', home.absolute('one'));
    const stored = () =>
      new DiskCheckpoints({ ...options(['one']), folder: store(), limits: { fileBytes: 1e6, files: 100 } });
    const blobs = async () =>
      (await readdir(join(store(), 'blobs'), { recursive: true })).filter(name => name.length > 60);
    const file = () => home.absolute('one/a.txt');

    it('have their contents also after another one cleared away the same', async () => {
      const [mine, other] = [stored(), stored()];
      await mine.record(origin('mine'), [file()], write('one/a.txt', 'second'));
      await other.forget('mine');
      assert.deepEqual(await blobs(), []);
      await home.put('one/a.txt', 'first');
      await mine.record(origin('again'), [file()], write('one/a.txt', 'second'));
      const [checkpoint] = await other.list('again');
      assert.deepEqual(await restorePicked(other, origin('again'), checkpoint?.id ?? '', [file()]), []);
      assert.equal(await read('one/a.txt'), 'first');
    });

    it('lose nothing while another one is recording, and are cleared away when that has died', async () => {
      const checkpoints = stored();
      await checkpoints.record(origin('old'), [file()], write('one/a.txt', 'second'));
      const name = 'inside/mark';
      const place = store().slice(home.path.length + 1);
      await home.put(`${place}/${name}`, String(process.ppid));
      await checkpoints.forget('old');
      await checkpoints.prune(0, 0);
      assert.equal((await blobs()).length, 2);
      await rm(join(store(), name));
      await home.put(`${place}/inside/other`, '999999999');
      await checkpoints.prune(0, 0);
      assert.deepEqual(await blobs(), []);
      assert.deepEqual(await readdir(join(store(), 'inside')), []);
    });

    it('are all there when they were recorded at once, each process clearing away what it can', async () => {
      const names = ['red', 'green', 'blue'];
      const work = home.absolute('one');
      const said = await Promise.all(
        names.map(async name => {
          const args = [builtScript('recordingProcess'), store(), work, name, '20'];
          return (await run(process.execPath, args)).stdout;
        }),
      );
      assert.deepEqual(said, ['', '', '']);
      for (const name of names) {
        const [first, ...more] = await stored().list(name);
        assert.equal(more.length, 18);
        await restorePicked(stored(), origin(name), first?.id ?? '', [home.absolute(`one/${name}`)]);
        assert.equal(await read(`one/${name}`), null);
      }
    }).timeout(60_000);
  });
});
