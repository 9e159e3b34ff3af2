import { homedir } from 'node:os';
import type { Configuration } from '../../config/configuration';
import type { HookDefinition } from '../../config/hookDefinitions';
import { hookSettingsOf, skillSettingsOf } from '../../config/settingsByPurpose';
import type { ListedSkill } from '../../context/parseSkills';
import { hookName, isDisabled } from '../../hooks/approval';
import { findSkills, skillPlaces } from '../../node/config/skillFiles';
import { skillFamiliesOf } from '../../config/settings';
import { settingsOfVariables } from '../../config/settingVariables';
import { openHeadlessExtensions } from '../session/headlessExtensions';
import { InputError } from '../commandLine';
import type { OutputFormat } from '../flags';
import type { Streams } from '../output/streams';

const SUBCOMMANDS_HELP = `Usage: pollux COMMAND list [--output-format text|json]

  skills list       list the skills available in this folder, and the disabled ones
  hooks list        list the hooks configured here, and whether they run
  mcp …             manage MCP servers: see \`pollux mcp --help\`
  extensions …      manage extensions: see \`pollux extensions --help\`
`;

const UNAVAILABLE: Readonly<Record<string, string>> = {
  gemma: "Models on this machine aren't available in Pollux yet.",
};
const OTHER_NAMES: Readonly<Record<string, string>> = { skill: 'skills', hook: 'hooks', extension: 'extensions' };
const LISTS = ['skills', 'hooks'];

export interface SubcommandOptions {
  readonly streams: Streams;
  readonly format: OutputFormat;
  readonly configuration: () => Promise<Configuration>;
}

/** The command that the words name; undefined if they are a prompt. */
export function subcommandIn([word = '']: readonly string[]): string | undefined {
  const name = OTHER_NAMES[word] ?? word;
  return LISTS.includes(name) || Object.hasOwn(UNAVAILABLE, name) ? name : undefined;
}

/** Called before flags are parsed, because unsupported commands have flags with other meanings. Throws `InputError`. */
export function refuseUnavailable([word = '']: readonly string[]): void {
  const unavailable = UNAVAILABLE[OTHER_NAMES[word] ?? word];
  if (unavailable !== undefined) throw new InputError(unavailable);
}

/** Runs a command such as `pollux skills list`; the array contains the words after the name. Throws `InputError`. */
export async function runSubcommand(
  name: string,
  [verb, ...more]: readonly string[],
  { streams, format, configuration }: SubcommandOptions,
): Promise<void> {
  refuseUnavailable([name]);
  if (verb === undefined) throw new InputError(`${name} needs a command.\n\n${SUBCOMMANDS_HELP}`);
  if (verb !== 'list' || more.length > 0) {
    throw new InputError(`There is no command "${[name, verb, ...more].join(' ')}".\n\n${SUBCOMMANDS_HELP}`);
  }
  const found = await configuration();
  if (!found.isTrusted) streams.err(`pollux: This folder isn't trusted, so its ${name} are ignored.\n`);
  const list =
    name === 'skills' ? await skillsIn(found, streams.err) : found.hooks.map(hook => listedHook(hook, found));
  if (format === 'text')
    streams.out(name === 'skills' ? skillsText(list as ListedSkill[]) : hooksText(list as ListedHook[]));
  else streams.out(`${JSON.stringify(list, undefined, format === 'json' ? 2 : 0)}\n`);
}

async function skillsIn(configuration: Configuration, err: Streams['err']): Promise<readonly ListedSkill[]> {
  const { settings, environment, isTrusted } = configuration;
  const { home = homedir() } = environment;
  const families = skillFamiliesOf(settingsOfVariables(process.env).settings);
  const extensions = await activeIn(configuration);
  const places = skillPlaces({ home, folders: isTrusted ? [process.cwd()] : [], families, extensions });
  const { listedSkills } = await import('../../context/parseSkills');
  if (!settings['admin.skills.enabled']) err('pollux: Your administrator has turned skills off.\n');
  const { skills, problems } = listedSkills(await findSkills(places), skillSettingsOf(settings));
  for (const { file, line, severity, message } of problems) {
    if (severity === 'error') err(`pollux: ${[file, line].filter(each => each !== undefined).join(':')}: ${message}\n`);
  }
  return skills;
}

async function activeIn(configuration: Configuration) {
  return (await (await openHeadlessExtensions(configuration, []))?.active()) ?? [];
}

function skillsText(skills: readonly ListedSkill[]): string {
  if (skills.length === 0) return 'There are no skills.\n';
  const blocks = skills.map(
    ({ name, description, file, isEnabled }) =>
      `${name} [${isEnabled ? 'Enabled' : 'Disabled'}]\n  Description: ${description}\n  Location:    ${file}\n`,
  );
  return `Skills (${skills.length}):\n\n${blocks.join('\n')}`;
}

interface ListedHook {
  readonly name: string;
  readonly event: string;
  readonly matcher: string;
  readonly command: string;
  readonly scope: string;
  readonly file: string;
  readonly line: number;
  readonly isEnabled: boolean;
}

function listedHook(hook: HookDefinition, { settings }: Configuration): ListedHook {
  const { event, matcher, command, scope, file, line } = hook;
  const isEnabled = !isDisabled(hook, hookSettingsOf(settings));
  return { name: hookName(hook), event, matcher, command, scope, file, line, isEnabled };
}

function hooksText(hooks: readonly ListedHook[]): string {
  if (hooks.length === 0) return 'There are no hooks.\n';
  const blocks = hooks.map(
    ({ name, event, matcher, command, file, line, isEnabled }) =>
      `${name} [${isEnabled ? 'Enabled' : 'Disabled'}]\n  Event:    ${event}${matcher === '' ? '' : ` (${matcher})`}\n` +
      `  Command:  ${command}\n  Location: ${file}:${line}\n`,
  );
  return `Hooks (${hooks.length}):\n\n${blocks.join('\n')}`;
}
