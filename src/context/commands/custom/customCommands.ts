import * as l10n from '@vscode/l10n';
import type { CommandText, CommandTier } from '../../../agent/ports/commandFiles';
import type { PromptTools } from '../../../agent/ports/promptTools';
import type { Part } from '../../../shared/messages';
import type { RunnableCommand } from '../command';
import type { CommandDefinition, CommandProblem } from './commandFile';

const RANK: Readonly<Record<CommandTier, number>> = { workspace: 0, user: 1, extension: 2 };

/** Carries out what a file describes, inside of the run that it begins. */
export type Expand = (command: CommandDefinition, args: string, tools: PromptTools) => Promise<readonly Part[]>;

export interface CustomCommands {
  readonly commands: readonly RunnableCommand[];
  readonly problems: readonly CommandProblem[];
}

/**
 * The commands of files. Of several with one name that of the project counts, then the user's own, which then goes by
 * `user.name`; one of an extension by `extension.name`, and one of a project that is called like a command of Pollux by
 * `project.name`.
 */
export async function customCommands(
  found: readonly CommandText[],
  builtin: ReadonlySet<string>,
  expand: Expand,
): Promise<CustomCommands> {
  if (found.length === 0) return { commands: [], problems: [] };
  const { readCommandFile } = await import('./commandFile');
  const read = found.map(readCommandFile);
  const problems = read.flatMap(each => ('message' in each ? [each] : (each.hints ?? [])));
  const definitions = read
    .filter((each): each is CommandDefinition => !('message' in each))
    .sort((a, b) => RANK[a.tier] - RANK[b.tier]);
  const byName = new Map<string, CommandDefinition>();
  for (const definition of definitions) {
    const name = freeName(definition, byName, builtin);
    if (name !== undefined) byName.set(name.toLowerCase(), { ...definition, name });
  }
  return { problems, commands: [...byName.values()].map(each => runnable(each, expand)) };
}

/** Undefined: another command stands in for it. */
function freeName(
  { name, tier, extension }: CommandDefinition,
  byName: ReadonlyMap<string, Pick<CommandDefinition, 'tier'>>,
  builtin: ReadonlySet<string>,
): string | undefined {
  const isTaken = (key: string) => byName.has(key.toLowerCase()) || builtin.has(key.toLowerCase());
  if (!isTaken(name)) return name;
  // Of one place two are mostly the same one, written for two programs.
  const isRenamed = extension !== undefined || byName.get(name.toLowerCase())?.tier !== tier;
  const other = `${extension ?? (tier === 'workspace' ? 'project' : 'user')}.${name}`;
  return isRenamed && !isTaken(other) ? other : undefined;
}

function runnable(command: CommandDefinition, expand: Expand): RunnableCommand {
  const { name, argumentHint, description, tier, extension } = command;
  const owner = extension ?? (tier === 'workspace' ? l10n.t('of the project') : l10n.t('your own'));
  return {
    name,
    waits: true,
    description: description === '' ? l10n.t('Command from a file, {0}', owner) : description,
    ...(argumentHint !== undefined && { argumentHint }),
    run: args => ({ kind: 'prompt', prompt: tools => expand(command, args, tools) }),
  };
}
