import assert from 'node:assert/strict';
import type { SkillPlace, SkillText } from '../../../src/agent/ports/skills';
import { mergeSkills, parseSkill } from '../../../src/context/parseSkills';
import { SkillRegistry } from '../../../src/context/skills';
import { toolError } from '../../support/toolError';

const own: SkillPlace = { tier: 'user', folder: '/home/.gemini/skills' };
const shared: SkillPlace = { tier: 'workspace', folder: '/w/.gemini/skills', within: '/w' };

const skill = (name: string, { place = own, folder = name, body = 'Do it.', description = `About ${name}` } = {}) => ({
  place,
  file: `${place.folder}/${folder}/SKILL.md`,
  text: `---\nname: ${name}\ndescription: ${description}\n---\n${body}\n`,
});

describe('A skill', () => {
  const parse = (text: string | null, error?: string) =>
    parseSkill({ place: own, file: '/s/SKILL.md', text, ...(error !== undefined && { error }) });
  const problemOf = (text: string | null) => {
    const { skill: found, problems } = parse(text);
    assert.equal(found, null);
    return [problems[0]?.line, problems[0]?.message];
  };

  it('is its name, its description in one line, and its instructions', () => {
    const { skill: found, problems } = parse(
      '---\nname: a b-c\ndescription: >\n  one\n\n  two\n---\n\n# Steps\n1. Go\n',
    );
    assert.deepEqual(found, {
      name: 'a b-c',
      description: 'one two',
      tier: 'user',
      file: '/s/SKILL.md',
      instructions: '# Steps\n1. Go',
    });
    assert.deepEqual(problems, []);
  });

  it('says who may use it, and what may follow its name', () => {
    const head = (...lines: readonly string[]) => `---\nname: x\ndescription: y\n${lines.join('\n')}\n---\nGo.\n`;
    const { skill: found, problems } = parse(
      head('disable-model-invocation: true', 'argument-hint: "[issue]"', 'context: fork', 'allowed-tools: Bash'),
    );
    assert.deepEqual([found?.isForUserOnly, found?.argumentHint, found?.isForModelOnly], [true, '[issue]', undefined]);
    assert.equal(found?.isForked, true);
    assert.deepEqual([problems[0]?.severity, problems[0]?.line], ['hint', 7]);
    assert.match(problems[0]?.message ?? '', /"allowed-tools" allows nothing here/);
    assert.equal(parse(head('user-invocable: false')).skill?.isForModelOnly, true);
    assert.equal(parse(head('disable-model-invocation: false')).skill?.isForUserOnly, undefined);
  });

  it('is refused by file and line if it is not whole', () => {
    assert.deepEqual(problemOf('# Hi'), [1, 'The file must begin with a line of ---.']);
    assert.deepEqual(problemOf('---\ndescription: x\n---'), [1, '"name" must be a non-empty string.']);
    assert.deepEqual(problemOf('---\nname: x\ndescription:\n  - y\n---'), [
      3,
      '"description" must be a non-empty string.',
    ]);
    assert.match(String(problemOf('---\nname: ../x\ndescription: y\n---')[1]), /"name" must be of letters/);
    assert.match(String(problemOf(`---\nname: ${'x'.repeat(65)}\ndescription: y\n---`)[1]), /at most 64/);
    assert.match(String(problemOf(`---\nname: x\ndescription: ${'y'.repeat(1025)}\n---`)[1]), /at most 1024/);
    assert.match(String(problemOf('x'.repeat(100_001))[1]), /longer than/);
    assert.match(String(parse(null, 'EACCES').problems[0]?.message), /can't be read: EACCES/);
  });

  it('with invisible characters is reported, and its description shows them', () => {
    const { skill: found, problems } = parse('---\nname: x\ndescription: a\u202eb\n---\nDo\u200b it\u{e0041}.');
    assert.equal(found?.description, 'a\\u{202e}b');
    assert.equal(problems[0]?.line, 3);
    assert.match(problems[0].message, /invisible characters: 3/);
    assert.deepEqual(parse('\uFEFF---\r\nname: x\r\ndescription: y\r\n---\r\n').problems, []);
  });
});

describe('Skills', () => {
  const names = (texts: readonly SkillText[], disabled: readonly string[] = []) =>
    mergeSkills(texts, disabled).skills.map(({ name, file }) => `${name} ${file}`);

  it('of a higher place take the place of others, and that is said', () => {
    const texts = [skill('b'), skill('a'), skill('a', { place: shared, folder: 'x' })];
    assert.deepEqual(names(texts), ['a /w/.gemini/skills/x/SKILL.md', 'b /home/.gemini/skills/b/SKILL.md']);
    assert.deepEqual(
      mergeSkills(texts, []).problems.map(({ severity }) => severity),
      ['hint'],
    );
  });

  it('of one place and one name are a mistake, and the first counts', () => {
    const texts = [skill('a', { folder: '1' }), skill('a', { folder: '2' })];
    assert.deepEqual(names(texts), ['a /home/.gemini/skills/1/SKILL.md']);
    const [problem] = mergeSkills(texts, []).problems;
    assert.deepEqual([problem?.file, problem?.severity], ['/home/.gemini/skills/2/SKILL.md', 'error']);
  });

  it('work though others are broken', () => {
    const broken = { place: own, file: '/home/.gemini/skills/z/SKILL.md', text: 'nothing' };
    assert.deepEqual(names([broken, skill('a')]), ['a /home/.gemini/skills/a/SKILL.md']);
  });

  it('can be disabled, in any case of letters', () => {
    assert.deepEqual(names([skill('One'), skill('two')], ['ONE']), ['two /home/.gemini/skills/two/SKILL.md']);
  });

  it('are a hundred at most, those of the workspace first', () => {
    const many = Array.from({ length: 100 }, (_, i) => skill(`s${i}`));
    const { skills, problems } = mergeSkills([...many, skill('w', { place: shared })], []);
    assert.equal(skills.length, 100);
    assert.ok(skills.some(({ name }) => name === 'w'));
    assert.deepEqual(
      problems.map(({ file }) => file),
      ['/home/.gemini/skills/s99/SKILL.md'],
    );
  });
});

describe('The registry of skills', () => {
  const registryOf = (
    texts: Map<string, SkillText>,
    settings = { isEnabled: true, disabled: [] as string[], canFork: false },
  ) =>
    new SkillRegistry({
      find: async () => [...texts.values()],
      reread: async ({ file }) => texts.get(file),
      list: async ({ file }) => ({ path: file.replace('/SKILL.md', ''), files: ['a.md'], isCut: false }),
      settings: () => settings,
    });
  const one = skill('one');
  const registryOfOne = () => {
    const texts = new Map<string, SkillText>([[one.file, one]]);
    return { texts, registry: registryOf(texts) };
  };

  it('has none where skills are off', async () => {
    const { texts } = registryOfOne();
    const off = registryOf(texts, { isEnabled: false, disabled: [], canFork: false });
    assert.deepEqual(await off.find(), { skills: [], problems: [] });
  });

  it('gives a skill as it is now, unless it is gone, broken or another one', async () => {
    const { texts, registry } = registryOfOne();
    const [found] = (await registry.find()).skills;
    assert.ok(found);
    texts.set(one.file, skill('one', { body: 'Do something else.' }));
    assert.equal((await registry.read(found)).instructions, 'Do something else.');
    texts.set(one.file, { ...skill('two'), file: one.file });
    await assert.rejects(registry.read(found), /called "two" now/);
    texts.set(one.file, { ...one, text: 'nothing' });
    await assert.rejects(registry.read(found), toolError('read_content_failure'));
    texts.delete(one.file);
    await assert.rejects(registry.read(found), toolError('file_not_found'));
  });

  it('lets a folder be read once its skill was opened, and opens nothing else', async () => {
    const { registry } = registryOfOne();
    await registry.find();
    assert.deepEqual(registry.folders(), []);
    await registry.open(one);
    assert.deepEqual(registry.folders(), ['/home/.gemini/skills/one']);
    await assert.rejects(registry.open({ file: '/etc/SKILL.md' }), toolError('file_not_found'));
  });
});
