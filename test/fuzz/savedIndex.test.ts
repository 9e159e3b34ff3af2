import * as fc from 'fast-check';
import assert from 'node:assert/strict';
import { SavedIndex } from '../../src/node/checkpoints/savedIndex';
import { fuzzRuns } from '../support/fuzzRuns';
import { Scratch } from '../support/scratch';

describe('An index of files on the disk', () => {
  let store: Scratch;
  beforeEach(async () => (store = await Scratch.make()));
  afterEach(() => store.close());
  const file = () => store.absolute('files.txt');

  it('is what was saved, whatever the names', async () => {
    const entries = fc.record(
      {
        size: fc.nat(),
        modified: fc.oneof(fc.constant(-1), fc.double({ min: 0.001, max: 4e12, noNaN: true })),
        changed: fc.double({ min: 0.001, max: 4e12, noNaN: true }),
        inode: fc.maxSafeNat(),
        mode: fc.integer({ min: 0, max: 0o777 }),
        id: fc.constantFrom('a'.repeat(64), '0123456789abcdef'.repeat(4)),
      },
      { noNullPrototype: true },
    );
    const names = fc.oneof(
      fc.string({ minLength: 1 }),
      fc.constantFrom(' ', '"', '- x', '# 3 y', 'a\nb', 'a\rb', '\u2028'),
    );
    const trees = fc.array(fc.tuple(names, entries));
    const steps = fc.array(
      fc.record(
        { rules: fc.constantFrom('r1', 'r2'), tree: trees.map(each => new Map(each)) },
        { noNullPrototype: true },
      ),
    );
    await fc.assert(
      fc.asyncProperty(steps, async indices => {
        const saved = new SavedIndex(file());
        let before = await saved.load();
        for (const index of indices) {
          await saved.save(index, before);
          before = index;
        }
        if (indices.length > 0) assert.deepEqual(await new SavedIndex(file()).load(), before);
      }),
      { numRuns: Math.min(fuzzRuns(100), 10_000) },
    );
  });
});
