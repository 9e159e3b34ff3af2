import * as l10n from '@vscode/l10n';
import type { Skill, Skills } from '../../agent/ports/skills';
import type { Part } from '../../shared/messages';
import { typedLine } from '../../shared/partsText';
import { skillText, withArguments } from '../../shared/skillText';
import { agentNameOf } from '../agents/agentName';
import type { RunnableCommand } from './command';

/** What skills that are typed need. */
export interface SkillCommandPorts {
  readonly registry: Skills;
  /** Asks the user about an agent that waits for approval; false: it doesn't. Absent: nobody can be asked. */
  readonly ask?: (agent: string) => Promise<boolean>;
}

/** Skills as commands: by typing one, the user asks to follow it. `taken`: names that are already in use. */
export function skillCommands(
  skills: readonly Skill[],
  { registry, ask }: SkillCommandPorts,
  taken: ReadonlySet<string>,
): readonly RunnableCommand[] {
  return skills
    .filter(({ name, isForModelOnly }) => !isForModelOnly && !/[\s/]/.test(name) && !taken.has(name.toLowerCase()))
    .map(skill => ({
      name: skill.name,
      description: skill.description,
      waits: true,
      ...(skill.argumentHint !== undefined && { argumentHint: skill.argumentHint }),
      run: async args => {
        const agent = agentNameOf(skill.name);
        if (skill.isForked && (await ask?.(agent)))
          throw new Error(l10n.t('The agent “{0}” can be used once you approve it.', agent));
        return { kind: 'prompt', prompt: () => partsOf(skill, args, registry) };
      },
    }));
}

async function partsOf(skill: Skill, args: string, registry: Skills): Promise<readonly Part[]> {
  const text = await taskOf(skill, args, registry);
  return [
    { type: 'text', text: typedLine(skill.name, args) },
    { type: 'file', path: skill.name, text, source: 'skill', isMentioned: true },
  ];
}

async function taskOf(skill: Skill, args: string, registry: Skills): Promise<string> {
  if (skill.isForked) return forkedText(skill, args);
  const read = await registry.read(skill);
  const now = { ...read, instructions: withArguments(read.instructions, args) };
  const asked = `Do what the skill ${now.name} says${args === '' ? '.' : `: ${args}`}`;
  return `${asked}\n\n${skillText(now, await registry.open(now))}`;
}

/** An agent follows the skill and gets its instructions when it starts. */
function forkedText({ name }: Skill, args: string): string {
  const agent = agentNameOf(name);
  return `Follow the skill ${name}: call invoke_agent with agent_name "${agent}" and give it this task, with all that it has to know: ${args === '' ? 'what the skill says' : args}`;
}
