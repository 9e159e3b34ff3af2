import assert from 'node:assert/strict';
import { getPriority } from 'node:os';
import { streamRecords, type ToolRun } from '../../../../src/node/search/streamRecords';

const node = (script: string): ToolRun => {
  const { signal } = new AbortController();
  return { file: process.execPath, args: ['-e', script], cwd: '/', separator: '\n', signal };
};

/** A program that writes so many records of ten characters, as fast as it can. */
const manyRecords = (count: number): ToolRun =>
  node(
    `process.stdout.write(Array.from({ length: ${count} }, (_, n) => String(n).padStart(9, '0')).join('\\n') + '\\n')`,
  );

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
    assert.ok(turns - turnsAtFirst > 8, `${turns - turnsAtFirst} turns`);
  });

  it('come from a program that stands back behind us', async () => {
    const priority = getPriority();
    // Its priority is lowered at once, but not before it begins.
    const script = `const began = Date.now(); const timer = setInterval(() => {
      if (os.getPriority() <= ${priority} && Date.now() - began < 5000) return;
      clearInterval(timer);
      console.log(os.getPriority());
    })`;
    const seen: string[] = [];
    await streamRecords(node(script), record => seen.push(record) > 0);
    assert.deepEqual(seen, [String(Math.min(priority + 5, 19))]);
  }).timeout(10_000);

  it('stop when there are enough, in the middle of what was written', async () => {
    let seen = 0;
    const end = await streamRecords(manyRecords(50_000), () => ++seen < 700);
    assert.equal(seen, 700);
    assert.deepEqual(end, { exitCode: null, isStopped: true, errors: '' });
  });
});
