import assert from 'node:assert/strict';
import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { writeReport } from '../../../../src/node/report/writeReport';
import { Scratch } from '../../../support/scratch';

describe('Writing a report', () => {
  let scratch: Scratch;
  beforeEach(async () => (scratch = await Scratch.make()));
  afterEach(() => scratch.close());

  it('is for the user alone, and leaves the latest twenty', async () => {
    const paths: string[] = [];
    for (let minute = 0; minute < 23; minute++)
      paths.push(await writeReport(scratch.path, new Date(Date.UTC(2026, 0, 1, 0, minute)), `${minute}`));
    const left = await readdir(scratch.absolute('.pollux/reports'));
    assert.deepEqual([left.length, await readFile(paths.at(-1) ?? '', 'utf8')], [20, '22']);
    if (process.platform !== 'win32') assert.equal((await stat(paths.at(-1) ?? '')).mode & 0o777, 0o600);
    await assert.rejects(readFile(paths[0] ?? ''));
  });

  it('goes to the temporary folder where the home folder can’t be written', async () => {
    await scratch.put('.pollux', 'a file');
    const path = await writeReport(scratch.path, new Date(), 'it');
    assert.deepEqual([path.startsWith(scratch.path), await readFile(path, 'utf8')], [false, 'it']);
    await rm(path);
  });
});
