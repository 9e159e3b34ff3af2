import assert from 'node:assert/strict';
import { readdir, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { BlobStore } from '../../../../src/node/checkpoints/blobStore';
import { Scratch } from '../../../support/scratch';

describe('the blob store', () => {
  let scratch: Scratch;
  beforeEach(async () => {
    scratch = await Scratch.make();
  });
  afterEach(() => scratch.close());

  const opened = async () => {
    const store = new BlobStore(scratch.path);
    await store.open();
    return store;
  };
  const content = (n: number) => Buffer.from(`content ${n}\n`.repeat(n % 50));
  const some = Array.from({ length: 300 }, (_, n) => content(n));
  const putAll = async (store: BlobStore, contents: readonly Buffer[] = some) => {
    const ids: string[] = [];
    await store.putMany(put => {
      for (const each of contents) ids.push(put(each));
      return Promise.resolve();
    });
    return ids;
  };
  const textOf = async (store: BlobStore, id = '') => (await store.get(id))?.toString() ?? null;
  const files = async (folder = '') => (await readdir(scratch.absolute(folder))).sort();
  const packs = async () => (await files('packs')).filter(name => name.endsWith('.pack'));

  it('puts many blobs into one file that other processes can read', async () => {
    const [mine, others] = [await opened(), await opened()];
    const ids = await putAll(mine);
    assert.deepEqual(await files(), ['packs']);
    assert.equal((await files('packs')).length, 2);
    for (const store of [mine, others, await opened()]) {
      for (const n of [0, 1, 49, 299]) assert.equal(await textOf(store, ids[n]), content(n).toString());
      assert.equal((await store.list()).get(ids[49]!)?.bytes, content(49).length);
    }
  });

  it('stores no blob twice', async () => {
    await putAll(await opened());
    const again = await opened();
    await putAll(again);
    again.put(content(7));
    assert.deepEqual(await files(), ['packs']);
    assert.equal((await packs()).length, 1);
  });

  it('stores a blob of a damaged pack again, and never returns damaged bytes', async () => {
    const ids = await putAll(await opened());
    const [pack = ''] = await packs();
    await scratch.put(`packs/${pack}`, 'damaged');
    const store = await opened();
    assert.equal(await textOf(store, ids[9]), null);
    assert.equal(store.put(content(9)), ids[9]);
    assert.equal(await textOf(store, ids[9]), content(9).toString());
    assert.equal(await textOf(await opened(), ids[9]), content(9).toString());
  });

  it('deletes blobs of a pack and keeps the others, with their age', async () => {
    const store = await opened();
    const others = await opened();
    const ids = await putAll(store);
    const [pack = ''] = await packs();
    await utimes(join(scratch.path, 'packs', pack), 1000, 1000);
    await store.delete([ids[3]!, ids[4]!]);
    assert.deepEqual([await textOf(store, ids[3]), await textOf(store, ids[4])], [null, null]);
    assert.equal((await store.list()).get(ids[3]!), undefined);
    assert.equal((await store.list()).get(ids[5]!)?.at, 1_000_000);
    for (const each of [store, others]) assert.equal(await textOf(each, ids[5]), content(5).toString());
    assert.equal(store.put(content(3)), ids[3]);
    assert.equal(await textOf(store, ids[3]), content(3).toString());
    await store.delete(ids);
    assert.deepEqual(await files('packs'), []);
  });

  it('stores nothing of a batch that fails, and doesn’t rely on it later', async () => {
    const store = await opened();
    const failing = store.putMany(put => {
      put(content(1));
      return Promise.reject(new Error('disk full'));
    });
    await assert.rejects(failing, /disk full/);
    assert.deepEqual(await files('packs'), []);
    assert.equal(await textOf(store, store.put(content(1))), content(1).toString());
  });

  it('deletes the unfinished packs of a crash', async () => {
    const store = await opened();
    const [id = ''] = await putAll(store);
    await scratch.put('packs/of-a-crash.pack', 'half');
    await store.delete([id]);
    assert.deepEqual((await packs()).includes('of-a-crash.pack'), false);
    assert.equal((await packs()).length, 1);
  });

  it('gives a large blob its own file, and starts a new pack before one gets too large', async () => {
    const store = await opened();
    const [large, medium] = [Buffer.alloc(2_000_000, 'l'), (n: number) => Buffer.alloc(1_000_000, `${n}-`)];
    const ids = await putAll(store, [large, ...Array.from({ length: 70 }, (_, n) => medium(n))]);
    assert.equal((await packs()).length, 2);
    assert.equal((await stat(scratch.absolute(join(ids[0]!.slice(0, 2), ids[0]!.slice(2))))).size, large.length);
    for (const n of [0, 65, 69]) assert.ok(medium(n).equals((await store.get(ids[n + 1]!))!));
  });
});
