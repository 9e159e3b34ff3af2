import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { madeOf, stateOf, unlessUnchanged } from '../../support/vscode/unchanged';
import { Scratch } from '../../support/scratch';

describe('What depends on nothing but the files of a checkout', () => {
  let scratch: Scratch;
  const put = (path: string, text: string) => scratch.put(`checkout/${path}`, text);
  beforeEach(async () => {
    scratch = await Scratch.make();
    await put('src/a.ts', 'a');
    await put('package.json', '{}');
    await put('node_modules/.package-lock.json', '1');
  });
  afterEach(() => scratch.close());

  /** How often a check that may fail ran by now. */
  let runs = 0;
  beforeEach(() => (runs = 0));
  const check = (fault?: string) =>
    unlessUnchanged(scratch.absolute('check'), stateOf(scratch.absolute('checkout')), async () => {
      runs++;
      if (fault !== undefined) throw new Error(fault);
    });

  it('is done once as long as they stay as they are, wherever what is made of them changes', async () => {
    await check();
    for (const made of ['dist/a.js', 'out/log', 'node_modules/.cache/x', 'src/typescript/node_modules/x', '.git/index'])
      await put(made, 'made');
    await check();
    assert.equal(runs, 1);
  });

  it('is done again after each change', async () => {
    await check();
    const changes: (() => Promise<unknown>)[] = [
      () => put('src/a.ts', 'b'),
      () => put('src/b.ts', ''),
      () => rm(scratch.absolute('checkout/src/b.ts')),
      () => put('package.json', '{ }'),
      () => put('node_modules/.package-lock.json', '2'),
    ];
    for (const change of changes) {
      await change();
      await check();
    }
    assert.equal(runs, 1 + changes.length);
  });

  it('is done until it succeeds', async () => {
    await assert.rejects(check('Not formatted'), /Not formatted/);
    await assert.rejects(check('Not formatted'), /Not formatted/);
    await check();
    assert.equal(runs, 3);
  });

  it('is done again where something else has changed what was made', async () => {
    let builds = 0;
    const made = scratch.absolute('checkout/dist');
    const build = () =>
      unlessUnchanged(
        scratch.absolute('build'),
        stateOf(scratch.absolute('checkout')),
        async () => put('dist/a.js', `${++builds > 0}`),
        () => madeOf(made),
      );
    await build();
    await build();
    assert.equal(builds, 1);
    const changes: (() => Promise<unknown>)[] = [
      () => put('dist/a.js', 'watched'),
      () => put('dist/b.js', ''),
      () => rm(made, { recursive: true }),
    ];
    for (const change of changes) {
      await change();
      await build();
    }
    assert.equal(builds, 1 + changes.length);
  });
});
