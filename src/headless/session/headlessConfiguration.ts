import { realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { Configuration, describeProblem, isForced } from '../../config/configuration';
import { readEnvironment } from '../../config/environment';
import type { GeminiSettings } from '../../config/geminiSettings';
import { hookSettingsOf } from '../../config/settingsByPurpose';
import { layerOf, type SettingsProblem } from '../../config/settingsText';
import { ConfigurationError, isTrustedFolder } from '../../config/trustedFolders';
import { BUILT_IN_ALIASES, brokenAlias } from '../../gemini/modelConfigs';
import { DEFAULT_MODEL } from '../../gemini/models';
import { findEnvFiles } from '../../node/config/envFiles';
import { readTexts, readUntrustedTexts, settingsPlaces } from '../../node/config/settingsFiles';
import { readPlainFile } from '../../node/files/readPlainFile';
import type { ApprovalMode } from '../../shared/protocol';
import { MODES, type Flags } from '../flags';

/**
 * Reads the configuration of a run in the current folder, and reports problems to `err`. Throws `ConfigurationError`.
 */
export async function loadConfiguration(flags: Flags, err: (text: string) => void): Promise<Configuration> {
  const { env } = process;
  const environment = readEnvironment(env);
  const { home = homedir() } = environment;
  const folder = process.cwd();
  const places = settingsPlaces({ home, folders: [folder], env });
  const configuration = new Configuration({
    env,
    readOwn: () => readTexts(places.filter(({ scope }) => scope !== 'workspace')),
    isTrusted: own => trusts(folder, flags, own),
    readWorkspace: isTrusted =>
      (isTrusted ? readTexts : readUntrustedTexts)(places.filter(({ scope }) => scope === 'workspace')),
    readEnvFiles: mayUseProject => findEnvFiles({ home, ...(mayUseProject && { folder }) }),
    aliases: BUILT_IN_ALIASES,
    above: () => [
      layerOf('flags', 'the command line', {
        'model.name': flags.model,
        'output.format': flags.outputFormat,
        'tools.allowed': flags.allowedTools,
        'mcp.allowed': flags.allowedServers,
        'context.includeDirectories': flags.includeDirectories,
        policyPaths: flags.policies,
        adminPolicyPaths: flags.adminPolicies,
        'general.checkpointing.enabled': flags.isCheckpointing || undefined,
      }),
    ],
  });
  await configuration.load();
  const { problems } = configuration;
  // Nobody would notice that a file with prohibitions has no effect.
  const fatal = problems.find(({ severity, costsFile }) => severity === 'fatal' || costsFile);
  if (fatal) throw new ConfigurationError(`${describeProblem(fatal)} Correct the file, or move it away.`);
  const { isEnabled, isSystemEnabled } = hookSettingsOf(configuration.settings);
  const isSystems = (path: string) => places.some(({ scope, file }) => scope === 'system' && file === path);
  const guard = problems.find(({ costsGuard, file }) => costsGuard && (isSystems(file) ? isSystemEnabled : isEnabled));
  if (guard) throw new ConfigurationError(`${describeProblem(guard)} Pollux doesn't run without a configured hook.`);
  const signIn = problems.find(({ costsSignIn }) => costsSignIn);
  if (signIn)
    throw new ConfigurationError(
      `${describeProblem(signIn)} No prompt was sent, because Pollux doesn't switch to another way to sign in.`,
    );
  sayProblems(problems, flags, err);
  const { unused } = configuration;
  if (unused !== undefined) err(`pollux: Settings that are set but not used: ${unused}.\n`);
  return configuration;
}

/** Whether the user trusts a folder, by their settings for all folders or for this one. */
export async function trusts(
  folder: string,
  { isTrusted }: Pick<Flags, 'isTrusted'>,
  own: Pick<GeminiSettings, 'security.folderTrust.enabled'>,
): Promise<boolean> {
  const { env } = process;
  const environment = readEnvironment(env);
  if (isTrusted || environment.isTrusted || !own['security.folderTrust.enabled']) return true;
  const file =
    env.GEMINI_CLI_TRUSTED_FOLDERS_PATH || join(environment.home ?? homedir(), '.gemini', 'trustedFolders.json');
  return isInTrustedFolders(folder, file);
}

/** Reports problems, one per line; hints only in debug mode. */
export function sayProblems(
  problems: readonly SettingsProblem[],
  { isDebug }: Pick<Flags, 'isDebug'>,
  err: (text: string) => void,
): void {
  for (const problem of problems) {
    if (isDebug || problem.severity !== 'hint') err(`pollux: ${describeProblem(problem)}\n`);
  }
}

/** The configured model: a name or an alias. Throws `ConfigurationError` for an alias that can't be used. */
export function modelOf({ settings, modelConfigs }: Configuration): string {
  const name = settings['model.name'] || DEFAULT_MODEL;
  const broken = brokenAlias(modelConfigs, name);
  if (broken) throw new ConfigurationError(broken.message);
  return name;
}

/** The approval mode at the start of a run. Throws `ConfigurationError` for a mode that isn't allowed. */
export function modeOf(flags: Flags, { settings, origins }: Configuration): ApprovalMode {
  const mode = flags.mode ?? MODES[settings['general.defaultApprovalMode']] ?? 'default';
  if (mode === 'plan' && !settings['general.plan.enabled']) return 'default';
  if (mode !== 'yolo' || !settings['security.disableYoloMode']) return mode;
  if ((['admin.secureModeEnabled', 'security.disableYoloMode'] as const).some(key => isForced({ origins }, key)))
    throw new ConfigurationError('Your administrator doesn\'t allow the mode yolo ("security.disableYoloMode").');
  throw new ConfigurationError('The setting "security.disableYoloMode" doesn\'t allow the mode yolo.');
}

/** The trust recorded by Gemini CLI. A missing file means no trust; an invalid one is an error. */
async function isInTrustedFolders(folder: string, file: string): Promise<boolean> {
  return isTrustedFolder(folder, await readPlainFile(file).catch(() => null), file, realPath);
}

function realPath(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return path; // The path doesn't exist, so nothing can be below it.
  }
}
