import assert from 'node:assert/strict';
import { existsSync, realpathSync } from 'node:fs';
import { dirname } from 'node:path';
import fc from 'fast-check';
import { createContainment } from '../../src/node/containment';
import { ToolError } from '../../src/shared/errors';
import { Scratch } from '../support/scratch';

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

  it('never gives one outside of the folder', async () => {
    const root = scratch.absolute('work');
    const containment = createContainment([root]);
    const segment = fc.constantFrom(
      ...['..', '..', '.', '', 'a', 'b', 'file', 'out', 'up', 'in', 'gone', 'loop', 'work', 'work-evil', 'outside'],
      ...['%2e%2e', '..%2f', '．．', '~', 'A', '\\..', 'new', ' ', '...', 'a\0', '\u202e'],
    );
    const path = fc
      .tuple(
        fc.constantFrom('', '/', `${root}/`, `${scratch.path}/`, `${root}-evil/`),
        fc.array(segment, { maxLength: 8 }),
      )
      .map(([start, segments]) => start + segments.join('/'));
    await fc.assert(
      fc.asyncProperty(path, async given => {
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
        while (!existsSync(existing)) existing = dirname(existing);
        assert.equal(realpathSync(existing), existing);
      }),
      { numRuns: 3000 },
    );
  });
});
