import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { SkillPlace } from '../../../../src/agent/ports/skills';
import { findSkills, listSkill, readSkill, skillPlaces } from '../../../../src/node/config/skillFiles';
import { Scratch } from '../../../support/scratch';
import { toolError } from '../../../support/toolError';

describe('Files of skills', () => {
  let scratch: Scratch;
  beforeEach(async () => (scratch = await Scratch.make()));
  afterEach(() => scratch.close());

  const own = (): SkillPlace => ({ tier: 'user', folder: scratch.absolute('home/.gemini/skills') });
  const shared = (): SkillPlace => ({
    tier: 'workspace',
    folder: scratch.absolute('w/.gemini/skills'),
    within: scratch.absolute('w'),
  });
  const found = async (place: SkillPlace) =>
    (await findSkills([place])).map(({ file, text, error }) => [file.slice(place.folder.length + 1), text ?? error]);

  it('are looked for at home and, above that, in the folders of the workspace, the first of which counts most', () => {
    const places = skillPlaces({ home: '/home/ada', folders: ['/w/a', '/home/ada', '/w/b'] });
    assert.deepEqual(
      places.map(({ tier, folder }) => `${tier} ${folder}`),
      [
        `user ${join('/home/ada', '.gemini', 'skills')}`,
        `user ${join('/home/ada', '.agents', 'skills')}`,
        `workspace ${join('/w/b', '.gemini', 'skills')}`,
        `workspace ${join('/w/b', '.agents', 'skills')}`,
        `workspace ${join('/w/a', '.gemini', 'skills')}`,
        `workspace ${join('/w/a', '.agents', 'skills')}`,
      ],
    );
  });

  it('are those one folder below a place, and no others', async () => {
    await scratch.put('home/.gemini/skills/b/SKILL.md', 'B');
    await scratch.put('home/.gemini/skills/a/SKILL.md', 'A');
    await scratch.put('home/.gemini/skills/a/deeper/SKILL.md', 'no');
    await scratch.put('home/.gemini/skills/SKILL.md', 'no');
    await scratch.put('home/.gemini/skills/empty/README.md', 'no');
    assert.deepEqual(await found(own()), [
      [join('a', 'SKILL.md'), 'A'],
      [join('b', 'SKILL.md'), 'B'],
    ]);
    assert.deepEqual(await found(shared()), []);
  });

  it('that can not be read are named', async () => {
    await mkdir(scratch.absolute('home/.gemini/skills/a/SKILL.md'), { recursive: true });
    assert.deepEqual(await found(own()), [[join('a', 'SKILL.md'), 'This isn’t a file.']]);
  });

  it('may be links of the person, but a workspace can not link out of itself', async () => {
    await scratch.put('elsewhere/SKILL.md', 'linked');
    await scratch.put('w/tools/SKILL.md', 'inside');
    for (const root of ['home', 'w']) {
      await scratch.put(`${root}/.gemini/skills/x/note.md`);
      await scratch.link(`${root}/.gemini/skills/out`, scratch.absolute('elsewhere'));
      await scratch.link(`${root}/.gemini/skills/x/SKILL.md`, scratch.absolute('elsewhere/SKILL.md'));
    }
    await scratch.link('w/.gemini/skills/in', scratch.absolute('w/tools'));
    const refused = 'It is a link to a place outside its folder.';
    assert.deepEqual(await found(own()), [
      [join('out', 'SKILL.md'), 'linked'],
      [join('x', 'SKILL.md'), 'linked'],
    ]);
    assert.deepEqual(await found(shared()), [
      [join('in', 'SKILL.md'), 'inside'],
      [join('out', 'SKILL.md'), refused],
      [join('x', 'SKILL.md'), refused],
    ]);
    const out = join(shared().folder, 'out', 'SKILL.md');
    assert.equal((await readSkill(shared(), out))?.text, null);
    await assert.rejects(listSkill(shared(), out), toolError('path_not_in_workspace'));
  });

  it('are read anew, and gone when they are gone', async () => {
    const file = join(own().folder, 'a', 'SKILL.md');
    assert.equal(await readSkill(own(), file), undefined);
    await scratch.put('home/.gemini/skills/a/SKILL.md', 'now');
    assert.equal((await readSkill(own(), file))?.text, 'now');
  });

  it('have others beside them, which are listed up to two hundred, without links', async () => {
    await scratch.put('home/.gemini/skills/a/SKILL.md');
    await scratch.put('home/.gemini/skills/a/scripts/run.sh');
    await scratch.put('home/.gemini/skills/a/.git/config');
    await scratch.put('home/.gemini/skills/a/b.md');
    await scratch.link('home/.gemini/skills/a/link.md', scratch.absolute('home/.gemini/skills/a/b.md'));
    const file = join(own().folder, 'a', 'SKILL.md');
    const path = scratch.absolute('home/.gemini/skills/a');
    assert.deepEqual(await listSkill(own(), file), { path, files: ['b.md', 'scripts/run.sh'], isCut: false });
    await Promise.all(Array.from({ length: 200 }, (_, i) => scratch.put(`home/.gemini/skills/a/many/${i}`)));
    const many = await listSkill(own(), file);
    assert.deepEqual([many.files.length, many.isCut], [200, true]);
    await assert.rejects(listSkill(own(), join(own().folder, 'none', 'SKILL.md')), toolError('file_not_found'));
  });
});
