// What each part of the agent takes from the settings, in its own words.
import type { Environment } from './expand';
import type { GeminiSettings } from './geminiSettings';

/** Which ignore files count for the tools. */
export function ignoringOf(settings: GeminiSettings) {
  return {
    git: settings['context.fileFiltering.respectGitIgnore'],
    gemini: settings['context.fileFiltering.respectGeminiIgnore'],
    custom: settings['context.fileFiltering.customIgnoreFilePaths'],
  };
}

/** Where memory files are looked for, and how they are read. */
export function memorySettingsOf(settings: GeminiSettings) {
  return {
    fileNames: settings['context.fileName'].filter(name => name.trim() !== ''),
    importFormat: settings['context.importFormat'],
    maxFolders: settings['context.discoveryMaxDirs'],
    boundaryMarkers: settings['context.memoryBoundaryMarkers'].filter(name => name.trim() !== ''),
    ignoring: ignoringOf(settings),
  };
}

/** What a new memory file is called. It is written to, so it is one that can hold nothing else. */
export function memoryNameOf(settings: GeminiSettings): string {
  return settings['context.fileName'].find(name => PLAIN_MEMORY_NAME.test(name)) ?? 'GEMINI.md';
}

const PLAIN_MEMORY_NAME = /^[^\\/:]+\.md$/i;

/** Which skills the model is told of. */
export function skillSettingsOf(settings: GeminiSettings) {
  const isEnabled = settings['skills.enabled'] && settings['admin.skills.enabled'];
  return { isEnabled, disabled: settings['skills.disabled'], canFork: settings['experimental.enableAgents'] };
}

/** Which agents may be set to work. */
export function agentSettingsOf(settings: GeminiSettings) {
  return { isEnabled: settings['experimental.enableAgents'], lists: toolListsOf(settings) };
}

/** Which extensions count, and where they may come from. */
export function extensionSettingsOf(settings: GeminiSettings) {
  return {
    isEnabled: settings['admin.extensions.enabled'],
    disabled: settings['extensions.disabled'],
    blocksGit: settings['security.blockGitExtensions'],
    allowedSources: settings['security.allowedExtensions'],
  };
}

/** Which hooks run, and whether the person reads what they say. */
export function hookSettingsOf(settings: GeminiSettings) {
  return {
    isEnabled: settings['hooksConfig.enabled'],
    disabled: settings['hooksConfig.disabled'],
    tells: settings['hooksConfig.notifications'],
  };
}

/** What is said of tools, in the words of the policy, by settings and by extensions. */
export function toolListsOf(
  settings: GeminiSettings,
  extensions: readonly { readonly excludeTools: readonly string[] }[] = [],
) {
  const off = [
    ...(settings.useWriteTodos ? [] : ['write_todos']),
    ...(settings['general.plan.enabled'] ? [] : ['enter_plan_mode']),
  ];
  return {
    allowed: settings['tools.allowed'],
    excluded: [...settings['tools.exclude'], ...extensions.flatMap(({ excludeTools }) => excludeTools), ...off],
    confirmed: settings['tools.confirmationRequired'],
    core: settings['tools.core'],
    limits: settings.toolLimits ?? [],
  };
}

/** What is said of MCP servers, in the words of the policy. */
export function serverListsOf(settings: GeminiSettings) {
  return { allowed: settings['mcp.allowed'], excluded: settings['mcp.excluded'] };
}

/** What commands get of the environment, which includes what `.env` files add. */
export function commandEnvironmentOf({
  settings,
  variables,
}: {
  readonly settings: GeminiSettings;
  readonly variables: Environment;
}) {
  return {
    variables,
    isEnabled: settings['security.environmentVariableRedaction.enabled'],
    allowed: settings['security.environmentVariableRedaction.allowed'],
    blocked: settings['security.environmentVariableRedaction.blocked'],
    pager: settings['tools.shell.pager'],
    withoutTerminal: !settings['tools.shell.enableInteractiveShell'],
  };
}

/** What the sandbox of commands gives, whatever rules say. `pathOf` makes a path of a setting absolute. */
export function sandboxGrantsOf(
  settings: GeminiSettings,
  pathOf: (path: string) => string,
): { readonly host?: string; readonly folder?: string }[] {
  const folders = settings['tools.sandboxAllowedPaths'].filter(path => path.trim() !== '');
  return [
    ...(settings['tools.sandboxNetworkAccess'] ? [{ host: '*' }] : []),
    ...folders.map(path => ({ folder: pathOf(path) })),
  ];
}
