import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { editsOf, linesFor } from '../../../support/editLine';
import { inProcess } from '../../../support/inProcess';
import { Scratch } from '../../../support/scratch';

/** `POLLUX_FUZZ=50` makes it 1,000 edits each. */
const EDITS = 20 * Number(process.env.POLLUX_FUZZ ?? 3);

describe('Several headless runs that edit one file', () => {
  let scratch: Scratch;
  beforeEach(async () => (scratch = await Scratch.make()));
  afterEach(() => scratch.close());

  it('lose nothing that was reported done, and leave nothing beside it', async () => {
    const names = ['red', 'green', 'blue'];
    await scratch.put('work/colours.txt', linesFor(names));
    const file = scratch.absolute('work/colours.txt');
    const lost = await Promise.all(
      names.map(name => inProcess('editingProcess', scratch.absolute('home'), file, name, String(EDITS))),
    );
    assert.deepEqual(lost, ['0', '0', '0']);
    const text = String(await scratch.bytes('work/colours.txt'));
    assert.deepEqual(
      names.map(name => editsOf(text, name)),
      names.map(() => EDITS),
    );
    assert.deepEqual(await readdir(scratch.absolute('work')), ['colours.txt']);
    assert.deepEqual(await readdir(scratch.absolute('home/.pollux/locks')), []);
  }).timeout(120_000);
});
