import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { plansFolderOf, plansOf } from '../../../../src/node/config/plansFolder';
import { Scratch } from '../../../support/scratch';

describe('The folder for plans', () => {
  let scratch: Scratch;
  beforeEach(async () => {
    scratch = await Scratch.make();
  });
  afterEach(() => scratch.close());
  const options = { folder: '/w', directory: '', isEnabled: true };
  const plansAt = (name: string) => scratch.absolute(`home/.gemini/tmp/${name}/plans`);

  it('is the one of Gemini CLI, by its name for the folder or else by a hash', async () => {
    const home = scratch.absolute('home');
    const hash = createHash('sha256').update('/w').digest('hex');
    assert.deepEqual(plansOf({ ...options, home }), { directory: '', outside: plansAt(hash) });
    await scratch.put('home/.gemini/projects.json', '{ "projects": { "/w": "my-work", "/x": "../x" } }');
    assert.deepEqual(plansOf({ ...options, home }), { directory: '', outside: plansAt('my-work') });
    assert.equal(plansFolderOf({ ...options, home, folder: '/x' })?.includes('..'), false);
    await scratch.put('home/.gemini/projects.json', '{');
    assert.equal(plansFolderOf({ ...options, home }), plansAt(hash));
  });

  it('is free of links, whatever exists of it', async () => {
    await mkdir(scratch.absolute('home'));
    await scratch.link('alias', 'home');
    const path = plansFolderOf({ ...options, home: scratch.absolute('alias') });
    assert.ok(path?.startsWith(scratch.absolute('home/')), path);
  });

  it('is the one of the settings where they name one', () => {
    const home = scratch.absolute('home');
    assert.deepEqual(plansOf({ ...options, home, directory: 'docs/plans' }), { directory: 'docs/plans' });
    assert.equal(plansFolderOf({ ...options, home, directory: 'docs/plans' }), '/w/docs/plans');
  });

  it('is none without a folder, or without plan mode', () => {
    const home = scratch.absolute('home');
    assert.equal(plansFolderOf({ ...options, home, folder: undefined }), undefined);
    assert.equal(plansFolderOf({ ...options, home, directory: 'docs', isEnabled: false }), undefined);
  });
});
