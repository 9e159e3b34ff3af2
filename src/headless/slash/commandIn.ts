import { homedir } from 'node:os';
import { join } from 'node:path';
import type { ActiveExtension } from '../../agent/ports/extensions';
import type { MentionSource } from '../../agent/ports/mentionSource';
import type { Configuration } from '../../config/configuration';
import { memoryNameOf } from '../../config/settingsByPurpose';
import { settingsOfVariables } from '../../config/settingVariables';
import { builtinCommands, unknownCommandText } from '../../context/commands/builtinCommands';
import type { RunnableCommand } from '../../context/commands/command';
import { customCommands, type CustomCommands } from '../../context/commands/custom/customCommands';
import { expandWith } from '../../context/commands/custom/expandWith';
import { skillCommands } from '../../context/commands/skillCommands';
import type { SkillRegistry } from '../../context/skills';
import { resolveInput } from '../../context/commands/resolveInput';
import { commandPlaces, findCommandFiles } from '../../node/config/commandFiles';
import { exists } from '../../node/git/repositoryPlace';
import { InputError } from '../commandLine';
import { installedExtensions } from '../session/headlessExtensions';
import { loadPromptTools } from './mentions';
import { slashActions, type SlashContext } from './slashActions';

export interface HeadlessCommands extends Omit<SlashContext, 'commands' | 'extensions' | 'init'> {
  readonly configuration: Configuration;
  readonly extensions: () => Promise<readonly ActiveExtension[]>;
  readonly registry: SkillRegistry;
  /**
   * The prompts of MCP servers, without the names already taken; only called if no other command matches, because it
   * starts the servers, and waits for those that may have the prompt `name`.
   */
  readonly prompts: (taken: ReadonlySet<string>, name: string) => Promise<readonly RunnableCommand[]>;
  /** What a custom command may mention besides files; called when the command runs. */
  readonly mentions: () => readonly MentionSource[];
  /** Reports an invalid file. */
  readonly err: (text: string) => void;
}

/** The prompt's command with its arguments; null if it isn't a command. Throws `InputError` for an unknown one. */
export async function commandIn(
  prompt: string,
  context: HeadlessCommands,
): Promise<{ readonly command: RunnableCommand; readonly args: string } | null> {
  if (!prompt.startsWith('/')) return null;
  const builtin = builtinCommands(
    slashActions({
      ...context,
      commands: async () => all,
      extensions: () => installedExtensions(context.configuration),
      init: {
        name: () => memoryNameOf(context.configuration.settings),
        exists: async name => exists(join(process.cwd(), name)),
      },
    }),
    'headless',
  );
  const { commands, problems } = await ofFiles(context, builtin);
  const { skills } = await context.registry.find();
  const taken = new Set([...builtin, ...commands].map(({ name }) => name.toLowerCase()));
  const all = [...builtin, ...commands, ...skillCommands(skills, { registry: context.registry }, taken)];
  for (const { file, line, message, severity } of problems) {
    if (severity === 'hint') continue;
    context.err(`pollux: ${line === undefined ? file : `${file}:${line}`}: ${message}\n`);
  }
  let input = resolveInput(prompt, all);
  if (input.kind === 'unknownCommand') {
    const names = all.flatMap(({ name, otherNames = [] }) => [name, ...otherNames]);
    input = resolveInput(prompt, [...all, ...(await context.prompts(new Set(names), input.name))]);
  }
  if (input.kind === 'unknownCommand') throw new InputError(unknownCommandText(input.name, input.similar));
  return input.kind === 'command' ? input : null;
}

async function ofFiles(
  { configuration, extensions, mentions }: HeadlessCommands,
  builtin: readonly RunnableCommand[],
): Promise<CustomCommands> {
  const { environment, isTrusted } = configuration;
  const places = commandPlaces({
    home: environment.home ?? homedir(),
    folders: isTrusted ? [process.cwd()] : [],
    extensions: await extensions(),
    hasOthers: settingsOfVariables(process.env).settings['commands.others'],
  });
  const names = new Set(builtin.flatMap(({ name, otherNames = [] }) => [name, ...otherNames]));
  const expand = expandWith({
    load: loadPromptTools,
    shell: process.platform === 'win32' ? 'powershell' : 'bash',
    sources: mentions,
  });
  return customCommands(await findCommandFiles(places), names, expand);
}
