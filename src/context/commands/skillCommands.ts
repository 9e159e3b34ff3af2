import type { Skill, Skills } from '../../agent/ports/skills';
import { skillText } from '../../shared/skillText';
import type { RunnableCommand } from './command';

/** Skills as commands: what is typed is the user's word that one is to be followed. `taken`: names that mean something else. */
export function skillCommands(
  skills: readonly Skill[],
  shelf: Skills,
  taken: ReadonlySet<string>,
): readonly RunnableCommand[] {
  return skills
    .filter(({ name, isForModelOnly }) => !isForModelOnly && !/[\s/]/.test(name) && !taken.has(name.toLowerCase()))
    .map(skill => ({
      name: skill.name,
      description: skill.description,
      waits: true,
      ...(skill.argumentHint !== undefined && { argumentHint: skill.argumentHint }),
      run: args => ({
        kind: 'prompt',
        prompt: async () => {
          const now = await shelf.read(skill);
          const asked = args === '' ? `Do what the skill ${now.name} says.` : args;
          return [{ type: 'text', text: `${skillText(now, await shelf.open(now))}\n\n${asked}` }];
        },
      }),
    }));
}
