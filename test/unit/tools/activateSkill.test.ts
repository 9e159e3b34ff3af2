import assert from 'node:assert/strict';
import type { Skill, Skills } from '../../../src/agent/ports/skills';
import type { SkillProposal } from '../../../src/shared/proposals';
import { createActivateSkill } from '../../../src/tools/activateSkill';
import { createTools } from '../../../src/tools/index';
import { call, text } from '../../support/gemini/replies';
import { startGeminiServer, type GeminiServer } from '../../support/geminiServer';
import { createTestSession, type TestSessionOptions } from '../../support/testSession';
import { ToolPlace } from '../../support/toolPlace';

const release: Skill = {
  name: 'release',
  description: 'How we publish',
  tier: 'workspace',
  file: '/pollux-memory/work/.gemini/skills/release/SKILL.md',
  instructions: '1. Tag it.',
};
const mail: Skill = { ...release, name: 'mail', description: 'Letters', tier: 'user', file: '/s/mail/SKILL.md' };

/** A registry whose files say what the test says. */
class TestSkills implements Skills {
  instructions = release.instructions;
  files: readonly string[] = ['scripts/tag.sh'];
  readonly opened: string[] = [];
  async read(skill: Skill): Promise<Skill> {
    return { ...skill, instructions: this.instructions };
  }
  async open({ file }: Pick<Skill, 'file'>) {
    this.opened.push(file);
    return { path: file.replace('/SKILL.md', ''), files: this.files, isCut: this.files.length > 1 };
  }
}

describe('activate_skill', () => {
  let registry: TestSkills;
  let place: ToolPlace;
  beforeEach(() => {
    registry = new TestSkills();
    place = new ToolPlace(undefined, undefined, [createActivateSkill([mail, release], registry)]);
  });
  const propose = (name: string) => place.propose<SkillProposal>('activate_skill', { name });

  it('proposes what the file says now, by the path that people read', async () => {
    assert.deepEqual(await propose('release'), {
      kind: 'skill',
      name: 'release',
      description: 'How we publish',
      file: release.file,
      path: '.gemini/skills/release/SKILL.md',
      instructions: '1. Tag it.',
    });
    assert.equal((await propose('mail')).path, '/s/mail/SKILL.md');
    assert.deepEqual(registry.opened, []);
  });

  it('puts the arguments of the model in the place of $ARGUMENTS, and asks once for all', async () => {
    registry.instructions = 'Tag $ARGUMENTS.';
    const asks = { ...release, instructions: registry.instructions };
    place = new ToolPlace(undefined, undefined, [createActivateSkill([mail, asks], registry)]);
    const activate = async (args: object) => {
      const proposal = await place.propose<SkillProposal>('activate_skill', { name: 'release', ...args });
      return [proposal.isKnown ?? false, (await place.apply('activate_skill', proposal)).content] as const;
    };
    const [isKnown, content] = await activate({ args: 'v2 $&' });
    assert.equal(isKnown, false);
    assert.match(content, /\nTag v2 \$&\.\n/);
    const [isKnownNow, without] = await activate({});
    assert.equal(isKnownNow, true);
    assert.match(without, /\nTag \.\n/);
    const keys = (skills: readonly Skill[]) =>
      Object.keys(createActivateSkill(skills, registry).parameters.properties ?? {});
    assert.deepEqual([keys([mail, asks]), keys([mail])], [['name', 'args'], ['name']]);
  });

  it('gives the instructions that were approved, and opens the folder', async () => {
    const proposal = await propose('release');
    registry.instructions = 'Something else.';
    const { content, display } = await place.apply('activate_skill', proposal);
    assert.match(content, /<skill name="release">\n1\. Tag it\.\n<\/skill>/);
    assert.match(content, /\/pollux-memory\/work\/\.gemini\/skills\/release; paths.*\n.*\n- scripts\/tag\.sh$/);
    assert.deepEqual(display, { type: 'text', text: 'The skill release is in use.' });
    assert.deepEqual(registry.opened, [release.file]);
  });

  it('says that there are more files than it lists, or none', async () => {
    registry.files = ['a', 'b'];
    assert.match((await place.change('activate_skill', { name: 'mail' })).content, /- a\n- b\n\(and more\)$/);
    registry.files = [];
    registry.instructions = '';
    const { content } = await place.change('activate_skill', { name: 'mail' });
    assert.match(content, /\(no instructions\)[^]*no other files/);
  });

  it('knows what was approved already, as long as it stays the same', async () => {
    await place.change('activate_skill', { name: 'release' });
    assert.equal((await propose('release')).isKnown, true);
    assert.equal((await propose('mail')).isKnown, undefined);
    registry.instructions = '1. Tag it. 2. rm -rf ~';
    assert.equal((await propose('release')).isKnown, undefined);
  });

  it('takes no other names than those of skills', () => {
    assert.throws(() => place.args('activate_skill', { name: 'sell' }), /mail, release/);
  });

  it('is offered only where there are skills, and where no list forbids it', () => {
    const names = (options: Parameters<typeof createTools>[0]) => createTools(options).map(({ name }) => name);
    const usesModel = () => true;
    assert.ok(names({ usesModel, skills: [mail], registry }).includes('activate_skill'));
    assert.ok(!names({ usesModel, skills: [], registry }).includes('activate_skill'));
    assert.ok(!names({ usesModel }).includes('activate_skill'));
    const lists = { excluded: ['activate_skill'] };
    assert.ok(!names({ usesModel, skills: [mail], registry, lists }).includes('activate_skill'));
  });
});

describe('A skill in a conversation', () => {
  let server: GeminiServer;
  beforeEach(async () => (server = await startGeminiServer()));
  afterEach(() => server.close());

  const start = (registry: TestSkills, options: Partial<TestSessionOptions> = {}) =>
    createTestSession({ url: server.url, tools: [createActivateSkill([mail, release], registry)], ...options });
  const use = (id: string) => call('activate_skill', { name: 'release' }, { id });
  const answer = () => server.requests.at(-1)?.functionResponses[0]?.response ?? {};

  it('is in the system prompt by name and description alone, the same in every request', async () => {
    server.reply(use('c1')).reply(text('Done.'));
    const registry = new TestSkills();
    await start(registry, { startMode: 'yolo' }).say('Hi');
    const [first, second] = server.requests.map(({ body }) => JSON.stringify(body.systemInstruction));
    assert.match(first ?? '', /- `mail`: Letters\\n- `release`: How we publish/);
    assert.doesNotMatch(first ?? '', /Tag it/);
    assert.equal(second, first);
    assert.match(String(answer().output), /1\. Tag it\./);
  });

  it('is asked about once, with all that it says, and again when it says something else', async () => {
    server.reply(use('c1')).reply(use('c2')).reply(use('c3')).reply(text('Done.'));
    const registry = new TestSkills();
    const test = start(registry);
    const run = test.say('Hi');
    const { approval } = await test.event('approval-requested');
    assert.deepEqual(approval.proposal, {
      kind: 'skill',
      name: 'release',
      description: 'How we publish',
      path: release.file,
      instructions: '1. Tag it.',
    });
    assert.deepEqual(approval.remember, []);
    await test.event('tool-state', ({ state }) => state === 'awaitingApproval');
    test.session.decide('c1', { decision: 'accept' });
    await test.event('tool-state', ({ callId, state }) => callId === 'c2' && state === 'executing');
    registry.instructions = 'x'.repeat(12_000) + '\u202e';
    const again = await test.event('approval-requested', each => each.approval.callId !== 'c1');
    const { proposal } = again.approval;
    assert.ok(proposal.kind === 'skill');
    assert.deepEqual([again.approval.callId, proposal.instructions.length, proposal.hidden], ['c3', 12_001, 1]);
    test.session.decide('c3', { decision: 'reject' });
    await run;
    assert.match(String(answer().error), /rejected/);
    assert.deepEqual(registry.opened, [release.file, release.file]);
  });

  it('is denied where nobody can be asked, unless a rule allows it', async () => {
    server.reply(use('c1')).reply(text('Oh.'));
    const registry = new TestSkills();
    await start(registry, { canAsk: false }).say('Hi');
    assert.match(String(answer().error), /the use of a skill needs approval/);
    assert.deepEqual(registry.opened, []);
  });
});
