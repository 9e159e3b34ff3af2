import assert from 'node:assert/strict';
import { streamRecords, type ToolRun } from '../../../src/node/streamRecords';

/** A program that writes `count` records of ten characters, as fast as it can. */
function manyRecords(count: number, separator: ToolRun['separator'] = '\0'): ToolRun {
  const script = `process.stdout.write(Array.from({ length: ${count} }, (_, n) => String(n).padStart(10, '0') + ${JSON.stringify(separator)}).join(''))`;
  const { signal } = new AbortController();
  return { file: process.execPath, args: ['-e', script], cwd: '/', separator, signal };
}

function busyFor(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}

describe('Records of a program', () => {
  it('come in order, each once, however long it takes to look at them', async () => {
    const seen: number[] = [];
    const end = await streamRecords(manyRecords(50_000), record => {
      if (seen.push(Number(record)) % 1000 === 0) busyFor(2);
      return true;
    });
    assert.deepEqual(end, { exitCode: 0, isStopped: false, errors: '' });
    assert.equal(seen.length, 50_000);
    assert.ok(seen.every((value, index) => value === index));
  });

  it('leave others their turn while many are there at once', async () => {
    let turns = 0;
    let turnsAtFirst = 0;
    let seen = 0;
    let isDone = false;
    const turn = () => {
      turns++;
      if (!isDone) setImmediate(turn);
    };
    setImmediate(turn);
    await streamRecords(manyRecords(20_000), () => {
      if (seen++ === 0) turnsAtFirst = turns;
      if (seen % 500 === 0) busyFor(3);
      return true;
    });
    isDone = true;
    // 40 times 3 ms, in slices of five or little more.
    assert.ok(turns - turnsAtFirst > 12, `${turns - turnsAtFirst} turns`);
  });

  it('stop when there are enough, in the middle of what was written', async () => {
    let seen = 0;
    const end = await streamRecords(manyRecords(50_000), () => ++seen < 700);
    assert.equal(seen, 700);
    assert.deepEqual(end, { exitCode: null, isStopped: true, errors: '' });
  });
});
