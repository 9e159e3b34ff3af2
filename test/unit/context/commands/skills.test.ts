import assert from 'node:assert/strict';
import { skillsAction } from '../../../../src/context/commands/actions/skills';
import type { ListedSkill, ListedSkills } from '../../../../src/context/parseSkills';

const skill = (name: string, isEnabled = true): ListedSkill => ({
  name,
  description: `About [${name}](x)`,
  tier: 'user',
  file: `/${name}/SKILL.md`,
  isEnabled,
});

describe('/skills', () => {
  let done: string[];
  let found: ListedSkills;
  const run = (args: string) =>
    skillsAction(
      {
        find: async () => found,
        reload: async () => void done.push('reload'),
        pathFor: path => `~${path}`,
        setEnabled: async (name, isOn) => {
          done.push(`${name} ${isOn}`);
          if (name !== 'locked')
            found = { ...found, skills: found.skills.map(s => (s.name === name ? skill(name, isOn) : s)) };
        },
      },
      () => ({ kind: 'editorCommand', command: 'show' }),
    )(args);
  const text = async (args: string) => {
    const result = await run(args);
    return result.kind === 'notice' ? result.text : '';
  };
  beforeEach(() => {
    done = [];
    found = {
      skills: [skill('Mail'), skill('locked', false)],
      problems: [
        { file: '/b/SKILL.md', line: 3, severity: 'error', message: 'No name.' },
        { file: '/c/SKILL.md', line: 1, severity: 'hint', message: 'Unused.' },
      ],
    };
  });

  it('shows the view alone, and lists skills with their state and what is wrong with files', async () => {
    assert.equal((await run('')).kind, 'editorCommand');
    assert.equal(
      await text('list'),
      [
        '- `Mail`: About \\[Mail\\](x)',
        '- `locked` (off): About \\[locked\\](x)',
        '',
        'Problems in skill files:',
        '',
        '- ~/b/SKILL.md:3: No name.',
      ].join('\n'),
    );
    found = { skills: [], problems: [] };
    assert.equal(await text('list'), 'No skills were found.');
  });

  it('reloads, enables and disables by names in any case, and says what came of it', async () => {
    await run('reload');
    assert.equal(await text('disable mail'), 'The skill “Mail” is disabled.');
    assert.equal(await text('enable MAIL'), 'The skill “Mail” is enabled.');
    assert.equal(await text('enable locked'), 'The skill “locked” is still turned off by other settings.');
    assert.deepEqual(done, ['reload', 'Mail false', 'Mail true', 'locked true']);
    await assert.rejects(text('enable nobody'), /Available: Mail, locked/);
    await assert.rejects(text('dance'), /^Error: \/skills takes list, reload, enable or disable\.$/);
  });
});
