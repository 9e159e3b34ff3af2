import assert from 'node:assert/strict';
import { rm, utimes } from 'node:fs/promises';
import { StoreGate } from '../../../../src/node/checkpoints/storeGate';
import { Scratch } from '../../../support/scratch';

describe('The gate of a store', () => {
  /** A process that runs, as one does that got the number of a dead one. */
  const other = process.ppid;
  let scratch: Scratch;
  let gate: StoreGate;
  let runs: number;
  beforeEach(async () => {
    scratch = await Scratch.make();
    gate = new StoreGate(scratch.path);
    runs = 0;
  });
  afterEach(() => scratch.close());
  const clear = () =>
    gate.clear(async () => {
      runs++;
    });
  const age = (path: string, hours: number) => {
    const then = Date.now() / 1000 - hours * 3600;
    return utimes(scratch.absolute(path), then, then);
  };

  it('lets in while nobody clears, and tells that something was cleared since', async () => {
    const first = await gate.enter();
    await first.leave();
    assert.equal(await clear(), true);
    const second = await gate.enter();
    await second.leave();
    assert.deepEqual([runs, first.cleared === second.cleared], [1, false]);
  });

  it('lets nobody clear while another process is inside, unless its mark shows no more signs of life', async () => {
    await scratch.put('inside/mark', String(other));
    assert.equal(await clear(), false);
    await age('inside/mark', 1);
    assert.equal(await clear(), true);
    assert.equal(await scratch.bytes('inside/mark'), null);
  });

  it('waits for who clears, but not for a lock that was left behind', async () => {
    await scratch.put('clearing.lock', String(other));
    assert.equal(await clear(), false);
    const entered = gate.enter();
    await rm(scratch.absolute('clearing.lock'));
    await (await entered).leave();
    await scratch.put('clearing.lock', String(other));
    await age('clearing.lock', 1);
    await (await gate.enter()).leave();
    assert.equal(await clear(), true);
  });
});
