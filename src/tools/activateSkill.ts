import * as l10n from '@vscode/l10n';
import type { Skill, Skills } from '../agent/ports/skills';
import type { ChangeTool } from '../agent/tool';
import { ToolError } from '../shared/errors';
import type { SkillProposal } from '../shared/proposals';
import { skillText, takesArguments, withArguments } from '../shared/skillText';
import { objectSchema } from './args';

interface Args {
  readonly name: string;
  readonly args?: string;
}

const ARGUMENTS = { type: 'string', description: 'What the skill is about, in place of its $ARGUMENTS.' } as const;

/**
 * The tool that gives the model the instructions of `skills`, which must not be empty. It doesn't ask again for a
 * skill that was approved through the same instance, as long as its file is unchanged.
 */
export function createActivateSkill(skills: readonly Skill[], registry: Skills): ChangeTool<Args, SkillProposal> {
  const approvedTexts = new Map<string, string>();
  const names = skills.map(({ name }) => name);
  return {
    kind: 'change',
    changes: 'skill',
    name: 'activate_skill',
    icon: 'skill',
    description:
      'Gives the instructions of a skill and a list of the files that come with it, which you may then read.',
    parameters: objectSchema(
      {
        name: { type: 'string', enum: names, description: 'The name of the skill.' },
        ...(skills.some(({ instructions }) => takesArguments(instructions)) && { args: ARGUMENTS }),
      },
      ['name'],
    ),
    section: describeSkills(skills),
    placeholder: 'AgentSkills',
    title: ({ name }) => l10n.t('Use the skill {0}', name),
    async propose({ name, args }, { workspace }) {
      const known = skills.find(each => each.name === name);
      if (!known) throw new ToolError('invalid_tool_params', `There is no skill "${name}": ${names.join(', ')}`);
      const { description, instructions, file } = await registry.read(known);
      const shown = await workspace.resolve(file).then(
        ({ display }) => display,
        () => file,
      );
      const given = takesArguments(instructions) && { args: args ?? '' };
      const proposal = { kind: 'skill', name, description, file, path: shown, instructions, ...given } as const;
      return approvedTexts.get(name) === textOf(proposal) ? { ...proposal, isKnown: true } : proposal;
    },
    async apply(approved) {
      const folder = await registry.open(approved);
      approvedTexts.set(approved.name, textOf(approved));
      const { name, instructions, args = '' } = approved;
      const text = l10n.t('The skill {0} is in use.', name);
      return {
        isLasting: true,
        content: skillText({ name, instructions: withArguments(instructions, args) }, folder),
        display: { type: 'text', text },
      };
    },
  };
}

/** Everything that the user sees of a skill when they approve it. */
function textOf({ file, description, instructions }: SkillProposal): string {
  return JSON.stringify([file, description, instructions]);
}

function describeSkills(skills: readonly Skill[]): string {
  const lines = skills.map(({ name, description }) => `- \`${name}\`: ${description}`);
  return `# Skills
Skills are instructions for certain kinds of tasks. If a task fits one of these, call \`activate_skill\` before you begin and do \
as its instructions say. The descriptions only say when a skill fits.
${lines.join('\n')}`;
}
