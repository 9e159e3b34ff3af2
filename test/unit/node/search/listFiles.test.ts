import assert from 'node:assert/strict';
import { listFiles } from '../../../../src/node/search/listFiles';
import { Scratch } from '../../../support/scratch';

describe('Walking through folders', () => {
  let scratch: Scratch;
  before(async () => {
    scratch = await Scratch.make();
    for (let i = 0; i < 60; i++) await scratch.put(`folder${i}/below/file.ts`);
  });
  after(() => scratch.close());

  it('finds each file once', async () => {
    const found: string[] = [];
    await listFiles({ base: scratch.path, skip: new Set() }, file => found.push(file), new AbortController().signal);
    assert.deepEqual([new Set(found).size, found.length], [60, 60]);
  });

  it('reads only a few folders at once, so that it ends soon after it was stopped', async () => {
    const stop = new AbortController();
    let count = 0;
    const walking = listFiles(
      { base: scratch.path, skip: new Set() },
      () => {
        count++;
        stop.abort();
      },
      stop.signal,
    );
    await assert.rejects(walking, { name: 'AbortError' });
    assert.ok(count <= 8, `${count} files after the stop`);
  });
});
