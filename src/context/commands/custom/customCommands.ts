import * as l10n from '@vscode/l10n';
import type { CommandText, CommandTier } from '../../../agent/ports/commandFiles';
import type { PromptTools } from '../../../agent/ports/promptTools';
import type { Part } from '../../../shared/messages';
import { expansionOf, typedLine } from '../../../shared/partsText';
import type { RunnableCommand } from '../command';
import type { FileProblem } from '../../definitionFile';
import type { CommandDefinition } from './commandFile';

const RANK: Readonly<Record<CommandTier, number>> = { workspace: 0, user: 1, extension: 2 };

/** Turns a command file and its arguments into a prompt, within the run that it starts. */
export type Expand = (command: CommandDefinition, args: string, tools: PromptTools) => Promise<readonly Part[]>;

export interface CustomCommands {
  readonly commands: readonly RunnableCommand[];
  readonly problems: readonly FileProblem[];
}

/**
 * The commands defined in files. Of several with the same name, the project's keeps it, otherwise the user's. The
 * others are renamed: a user's command to `user.name`, an extension's to `extension.name`, and a project's that is
 * named like a built-in command to `project.name`.
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

/** Undefined if another command takes its place. */
function freeName(
  { name, tier, extension }: CommandDefinition,
  byName: ReadonlyMap<string, Pick<CommandDefinition, 'tier'>>,
  builtin: ReadonlySet<string>,
): string | undefined {
  const isTaken = (key: string) => byName.has(key.toLowerCase()) || builtin.has(key.toLowerCase());
  if (!isTaken(name)) return name;
  // Two commands from one place are usually the same one, written for two programs.
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
    run: args => ({
      kind: 'prompt',
      prompt: async tools => expansionOf(typedLine(name, args), await expand(command, args, tools)),
    }),
  };
}
