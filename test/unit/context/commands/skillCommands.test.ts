import assert from 'node:assert/strict';
import type { PromptTools } from '../../../../src/agent/ports/promptTools';
import type { Skill } from '../../../../src/agent/ports/skills';
import type { FilePart, TextPart } from '../../../../src/shared/messages';
import { skillCommands } from '../../../../src/context/commands/skillCommands';

const skill = (name: string, more: Partial<Skill> = {}): Skill => ({
  name,
  description: `About ${name}`,
  tier: 'workspace',
  file: `/s/${name}/SKILL.md`,
  instructions: 'Review $ARGUMENTS.',
  ...more,
});

describe('A skill that is typed as a command', () => {
  const commands = (...skills: readonly Skill[]) =>
    skillCommands(
      skills,
      {
        registry: {
          read: async (each: Skill) => each,
          open: async () => ({ path: '/s/review', files: ['scripts/run.sh'], isCut: false }),
        },
        ask: async agent => agent === 'waiting',
      },
      new Set(['taken']),
    );
  const sent = async (args: string, more: Partial<Skill> = {}) => {
    const result = await commands(skill('review', more))[0]?.run(args);
    const parts = result?.kind === 'prompt' && typeof result.prompt === 'function' ? await result.prompt(unused) : [];
    return parts as readonly [TextPart, FilePart];
  };
  const unused = {} as PromptTools;

  it('sends what was typed, which names the chat, and attaches the skill with its arguments and files', async () => {
    const [typed, skill] = await sent('a.ts');
    assert.equal(typed.text, '/review a.ts');
    assert.deepEqual([skill.source, skill.path, skill.isMentioned], ['skill', 'review', true]);
    assert.equal(skill.text.split('\n', 1)[0], 'Do what the skill review says: a.ts');
    assert.match(skill.text, /<skill name="review">\nReview a\.ts\.\n<\/skill>\n[^]*- scripts\/run\.sh$/);
    const [bare, { text }] = await sent('');
    assert.deepEqual([bare.text, text.split('\n', 1)[0]], ['/review', 'Do what the skill review says.']);
  });

  it('has an agent follow it where it says so', async () => {
    const [typed, skill] = await sent('a.ts', { isForked: true });
    assert.equal(typed.text, '/review a.ts');
    assert.match(skill.text, /^Follow the skill review: call invoke_agent .*: a\.ts$/);
  });

  it('asks first where that agent waits for approval', async () => {
    const [waiting] = commands(skill('waiting', { isForked: true }));
    await assert.rejects(async () => waiting?.run('a.ts'), /“waiting” can be used once you approve it/);
    assert.equal((await commands(skill('waiting'))[0]?.run('a.ts'))?.kind, 'prompt');
  });

  it('is none whose name is taken or can’t be typed, nor one for the model alone', () => {
    const named = commands(skill('taken'), skill('two words'), skill('own', { isForModelOnly: true }), skill('free'));
    assert.deepEqual(
      named.map(({ name }) => name),
      ['free'],
    );
  });
});
