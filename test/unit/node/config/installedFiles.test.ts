import assert from 'node:assert/strict';
import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { findAgentFiles } from '../../../../src/node/config/agentFiles';
import { commandPlaces, findCommandFiles } from '../../../../src/node/config/commandFiles';
import { findSkills, skillPlaces } from '../../../../src/node/config/skillFiles';
import { Scratch } from '../../../support/scratch';

describe('Files that extensions of the editor contribute', () => {
  let scratch: Scratch;
  beforeEach(async () => {
    scratch = await Scratch.make();
    await scratch.put('outside/SKILL.md', 'not theirs');
    await scratch.put('e/skills/a/SKILL.md', 'A');
    await scratch.put('e/skills/b/SKILL.md', 'not contributed');
    await scratch.put('e/agents/a.agent.md', 'an agent');
    await scratch.put('e/agents/b.agent.md', 'not contributed');
    await scratch.put('e/prompts/review.prompt.md', 'Review');
    await scratch.put('e/prompts/other.prompt.md', 'not contributed');
  });
  afterEach(() => scratch.close());

  const installed = (...paths: readonly string[]) => {
    const folder = scratch.absolute('e');
    return paths.map(path => ({ extension: 'me.e', folder, path: join(folder, path) }));
  };
  const homes = () => ({ home: scratch.absolute('home'), folders: [] });
  const skills = async (...paths: readonly string[]) =>
    (await findSkills(skillPlaces({ ...homes(), installed: installed(...paths) }))).map(
      ({ text, error }) => text ?? error,
    );
  const agents = async (...paths: readonly string[]) =>
    findAgentFiles({ ...homes(), extensions: [], hasOthers: false, installed: installed(...paths) });
  const prompts = async (...paths: readonly string[]) =>
    findCommandFiles(commandPlaces({ ...homes(), installed: installed(...paths) }));

  it('are skills by their file or their folder, and none beside them', async () => {
    assert.deepEqual(await skills('skills/a/SKILL.md'), ['A']);
    assert.deepEqual(await skills('skills/a/', 'skills/missing/SKILL.md'), ['A']);
  });

  it('are agents in the way of Copilot', async () => {
    const found = await agents('agents/a.agent.md', 'agents/missing.agent.md');
    assert.deepEqual(
      found.map(({ text, format, source }) => [text, format, source]),
      [['an agent', 'copilot', 'extension']],
    );
  });

  it('are prompts that go by the extension where the name is taken', async () => {
    const found = await prompts('prompts/review.prompt.md', 'prompts/missing.prompt.md', 'prompts');
    assert.deepEqual(
      found.map(({ path, text, place }) => [path, text, place.extension]),
      [['review.prompt.md', 'Review', 'me.e']],
    );
  });

  it('must lie in the extension that brings them', async () => {
    await symlink(scratch.absolute('outside'), scratch.absolute('e/skills/link'));
    await symlink(scratch.absolute('outside/SKILL.md'), scratch.absolute('e/prompts/x.prompt.md'));
    const out = 'It is a link to a place outside its folder.';
    assert.deepEqual(await skills('../outside/SKILL.md', 'skills/link'), [out, out]);
    assert.deepEqual(
      (await agents('../outside/SKILL.md')).map(({ text, error }) => text ?? error),
      [out],
    );
    assert.deepEqual(
      (await prompts('../outside/SKILL.md', 'prompts/x.prompt.md')).map(({ text }) => text),
      [null, null],
    );
  });
});
