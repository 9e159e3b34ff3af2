import assert from 'node:assert/strict';
import { lstatSync, realpathSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import fc from 'fast-check';
import { createContainment } from '../../src/node/files/containment';
import { ToolError } from '../../src/shared/errors';
import { Scratch } from '../support/scratch';
import { fuzzRuns } from '../support/fuzzRuns';

/** Also below a file there is nothing, which is an error of another kind. */
function isThere(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return false;
  }
}

describe('Containment, for any path,', () => {
  let scratch: Scratch;
  before(async () => {
    scratch = await Scratch.make();
    await scratch.put('work/a/b/file');
    await scratch.put('work-evil/file');
    await scratch.put('outside/file');
    const links = {
      out: '../outside',
      up: '..',
      in: 'a/b',
      gone: '../outside/new',
      'a/out': '../../work-evil',
      loop: 'loop',
    };
    for (const [name, target] of Object.entries(links)) await scratch.link(`work/${name}`, target);
  });
  after(() => scratch.close());

  const anyPath = (root: string) => {
    const segment = fc.constantFrom(
      ...['..', '..', '.', '', 'a', 'b', 'file', 'out', 'up', 'in', 'gone', 'loop', 'work', 'work-evil', 'outside'],
      ...['%2e%2e', '..%2f', '．．', '~', 'A', '\\..', 'new', ' ', '...', 'a\0', '\u202e'],
    );
    return fc
      .tuple(
        fc.constantFrom('', '/', `${root}/`, `${scratch.path}/`, `${root}-evil/`),
        fc.array(segment, { maxLength: 8 }),
      )
      .map(([start, segments]) => start + segments.join('/'));
  };

  it('never gives one outside of the folder', async () => {
    const root = scratch.absolute('work');
    const containment = createContainment([root]);
    await fc.assert(
      fc.asyncProperty(anyPath(root), async given => {
        const found = await containment.resolve(given).catch((error: unknown) => {
          if (error instanceof ToolError) return null;
          throw error;
        });
        if (!found) return;
        const { absolute, relative } = found;
        assert.ok(absolute === root || absolute.startsWith(`${root}/`), absolute);
        assert.equal(absolute, relative === '' ? root : `${root}/${relative}`);
        assert.equal(relative.split('/').includes('..'), false);
        let existing = absolute;
        // A link that leads to nothing is there all the same, and must have been followed.
        while (!isThere(existing)) existing = dirname(existing);
        assert.equal(realpathSync(existing), existing);
      }),
      { numRuns: fuzzRuns(1000) },
    );
  });

  it('gives what may be read elsewhere to nobody who comes by a link', async () => {
    const [root, readable] = [scratch.absolute('work'), scratch.absolute('work-evil')];
    const memoryFile = scratch.absolute('outside/file');
    const containment = createContainment([root], undefined, { memoryFile, readableFolders: () => [readable] });
    const toOutside = fc.constantFrom('out/file', 'a/out/file', 'up/outside/file', '../outside/file', '../work-evil');
    const given = fc.oneof(anyPath(root), toOutside, fc.constantFrom(memoryFile, readable, `${readable}/file`));
    await fc.assert(
      fc.asyncProperty(given, async path => {
        const found = await containment.resolve(path).catch((error: unknown) => {
          if (error instanceof ToolError) return null;
          throw error;
        });
        if (!found || found.absolute === root || found.absolute.startsWith(`${root}/`)) return;
        assert.equal(found.absolute, resolve(root, path));
        assert.ok(found.absolute === memoryFile || found.isReadOnly, found.absolute);
      }),
      { numRuns: fuzzRuns(1000) },
    );
  });
});
