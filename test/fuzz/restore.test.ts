import * as fc from 'fast-check';
import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import { relative } from 'node:path';
import { DiskCheckpoints } from '../../src/node/checkpoints/checkpoints';
import { createFileLocks } from '../../src/node/files/fileLocks';
import { createDiskWorkspace } from '../../src/node/files/diskWorkspace';
import { fuzzRuns } from '../support/fuzzRuns';
import { deeds, differences, doDeed, treeOf } from '../support/histories';
import { Scratch } from '../support/scratch';
import { restorePicked } from '../support/restoring';

/** A history takes a tenth of a second. */
const RUNS = Math.min(fuzzRuns(20), 1000);
const LARGE = 2000;

describe('Restoring after any history', () => {
  let place: Scratch;
  beforeEach(async () => (place = await Scratch.make()));
  afterEach(() => place.close());

  const open = (work: string, store: string) => {
    let last = 0;
    const trouble = (error: unknown) => assert.fail(String(error));
    return new DiskCheckpoints({
      folder: store,
      workspace: createDiskWorkspace({ folders: [work] }),
      locks: createFileLocks({ folders: [place.absolute('locks')] }),
      log: { info: () => undefined, warn: () => undefined, error: () => undefined },
      newId: () => `c${++last}`,
      now: Date.now,
      limits: { fileBytes: LARGE, files: 10_000 },
      onTrouble: trouble,
    });
  };
  const origin = { sessionId: 's', messageId: 'm', label: 'deeds' };

  it('gives back every file, link and folder, or names what it can not, and reaches nothing outside', async () => {
    let run = 0;
    const history = fc.array(fc.array(deeds(place.absolute('outside')), { minLength: 1, maxLength: 8 }), {
      minLength: 2,
      maxLength: 5,
    });
    await fc.assert(
      fc.asyncProperty(history, fc.nat(), async (commands, which) => {
        const name = `run-${++run}`;
        const work = place.absolute(`${name}/work`);
        await mkdir(work, { recursive: true });
        await place.put(`${name}/work/.gitignore`, '*.log\n');
        await place.put('outside/a.txt', 'outside');
        await place.put('outside/lib/b', 'outside');
        const outside = treeOf(place.absolute('outside'));
        const checkpoints = open(work, place.absolute(`${name}/store`));
        // What was there before anything was recorded.
        for (const deed of commands[0] ?? []) await doDeed(work, deed);
        const trees = [];
        for (const command of commands.slice(1)) {
          const before = treeOf(work);
          const known = (await checkpoints.list('s')).length;
          await checkpoints.record(origin, null, async () => {
            for (const deed of command) await doDeed(work, deed);
          });
          if ((await checkpoints.list('s')).length > known) trees.push(before);
          else assert.deepEqual(differences(before, treeOf(work)), [], 'nothing recorded of a change');
        }
        if (trees.length === 0) return;
        const { id } = (await checkpoints.list('s'))[which % trees.length] ?? { id: '' };
        const wanted = trees[which % trees.length] ?? new Map<string, string>();

        const changed = treeOf(work);
        const restored = await restore(checkpoints, id);
        assertAlike(treeOf(work), wanted, restored.left, work);
        assert.deepEqual(treeOf(place.absolute('outside')), outside);

        const undo = (await checkpoints.list('s')).at(-1)?.id ?? '';
        if (!restored.hasChanged) return;
        const undone = await restore(checkpoints, undo);
        assertAlike(treeOf(work), changed, [...undone.left, ...restored.left], work);
        assert.deepEqual(treeOf(place.absolute('outside')), outside);
      }),
      { numRuns: RUNS, ...(RUNS === 50 && { seed: 20261122 }) },
    );
  }).timeout(600_000);

  async function restore(checkpoints: DiskCheckpoints, id: string) {
    const before = (await checkpoints.list('s')).length;
    const steps = await checkpoints.preview('s', id);
    const left = steps.filter(({ action }) => action === 'leave').map(({ file }) => file);
    const failed = await restorePicked(
      checkpoints,
      origin,
      id,
      steps.map(({ file }) => file).filter(file => !left.includes(file)),
    );
    assert.deepEqual(failed, [], 'what the preview promised');
    return { left, hasChanged: (await checkpoints.list('s')).length > before };
  }

  function assertAlike(
    is: ReadonlyMap<string, string>,
    was: ReadonlyMap<string, string>,
    left: readonly string[],
    work: string,
  ) {
    const named = new Set(left.map(file => relative(work, file)));
    const unnamed = differences(is, was).filter(path => !named.has(path));
    assert.deepEqual(unnamed, []);
  }
});
