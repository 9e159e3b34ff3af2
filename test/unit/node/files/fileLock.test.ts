import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readdir, readFile, utimes } from 'node:fs/promises';
import { isLockedByOther, takeLock } from '../../../../src/node/files/fileLock';
import { formatHolder, thisHolder, type LockHolder } from '../../../../src/node/files/lockHolder';
import { inProcess } from '../../../support/inProcess';
import { Scratch } from '../../../support/scratch';

describe('A lock', () => {
  let scratch: Scratch;
  let file: string;
  beforeEach(async () => {
    scratch = await Scratch.make();
    file = scratch.absolute('a.lock');
  });
  afterEach(() => scratch.close());

  const leave = async (holder: Partial<LockHolder>) =>
    scratch.put('a.lock', formatHolder({ ...(await thisHolder()), ...holder }));
  const age = (seconds: number) => {
    const then = Date.now() / 1000 - seconds;
    return utimes(file, then, then);
  };
  /** The process that runs this one, with the start that it has. */
  const parent = async (): Promise<Partial<LockHolder>> => {
    const stat = await readFile(`/proc/${process.ppid}/stat`, 'utf8').catch(() => '');
    return { pid: process.ppid, start: stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '' };
  };

  it('is had by one, until it is released, and leaves nothing behind', async () => {
    const lock = await takeLock(file);
    assert.ok(lock);
    assert.equal(parseInt(await readFile(file, 'utf8'), 10), process.pid);
    assert.deepEqual(await readdir(scratch.path), ['a.lock']);
    await lock.release();
    assert.deepEqual(await readdir(scratch.path), []);
  });

  // Only there does the system say when a process was started.
  const saysStart = process.platform === 'linux';

  it('of another process that runs holds, however old it is', async () => {
    if (!saysStart) return;
    await leave(await parent());
    await age(1000);
    assert.equal(await isLockedByOther(file), true);
    assert.equal(await takeLock(file), null);
  });

  it('of a process that has ended is taken over', async () => {
    await leave({ pid: spawnSync(process.execPath, ['--version']).pid });
    assert.ok(await takeLock(file));
    assert.deepEqual(await readdir(scratch.path), ['a.lock']);
  });

  it('whose number another process has by now is taken over at once', async () => {
    if (!saysStart) return;
    await leave({ pid: process.ppid, start: '1' });
    assert.equal(await isLockedByOther(file), false);
    assert.ok(await takeLock(file));
  });

  it('of another container holds while it shows signs of life, whether or not its number is taken here', async () => {
    for (const pid of [process.pid, spawnSync(process.execPath, ['--version']).pid]) {
      await leave({ pid, place: 'elsewhere/pid:[1]' });
      assert.equal(await takeLock(file), null);
      await age(70);
      const taken = await takeLock(file);
      assert.ok(taken);
      await taken.release();
    }
  });

  it('that was taken over is not released by the process that had it', async () => {
    const first = await takeLock(file);
    await leave(await parent());
    await first?.release();
    assert.deepEqual(await readdir(scratch.path), ['a.lock']);
  });

  it('that is empty holds only while it may be about to be written', async () => {
    await scratch.put('a.lock', '');
    assert.equal(await takeLock(file), null);
    await age(70);
    assert.ok(await takeLock(file));
  });

  it('found dead by several processes at once goes to one of them', async () => {
    const rounds = 40;
    const ended = spawnSync(process.execPath, ['--version']).pid;
    for (let round = 0; round < rounds; round++) {
      await scratch.put(`locks/${round}.lock`, formatHolder({ ...(await thisHolder()), pid: ended }));
    }
    const taken = await Promise.all(
      [1, 2, 3].map(() => inProcess('lockingProcess', scratch.absolute('locks'), String(rounds))),
    );
    const winners = taken.flatMap(text => text.split(' ').filter(Boolean).map(Number)).sort((a, b) => a - b);
    assert.deepEqual(
      winners,
      Array.from({ length: rounds }, (_, round) => round),
    );
    assert.equal((await readdir(scratch.absolute('locks'))).length, rounds);
  });
});
