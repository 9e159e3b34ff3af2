// The settings that each part of the agent needs, in its own terms.
import type { Environment } from './expand';
import type { GeminiSettings } from './geminiSettings';

/** Which ignore files the tools respect. */
export function ignoringOf(settings: GeminiSettings) {
  return {
    git: settings['context.fileFiltering.respectGitIgnore'],
    gemini: settings['context.fileFiltering.respectGeminiIgnore'],
    custom: settings['context.fileFiltering.customIgnoreFilePaths'],
  };
}

/** Where memory files are searched, and how they are read. */
export function memorySettingsOf(settings: GeminiSettings) {
  return {
    fileNames: settings['context.fileName'].filter(name => name.trim() !== ''),
    importFormat: settings['context.importFormat'],
    maxFolders: settings['context.discoveryMaxDirs'],
    boundaryMarkers: settings['context.memoryBoundaryMarkers'].filter(name => name.trim() !== ''),
    ignoring: ignoringOf(settings),
  };
}

/** The name for a new memory file. Pollux writes to it, so it must be a plain Markdown file name. */
export function memoryNameOf(settings: GeminiSettings): string {
  return settings['context.fileName'].find(name => PLAIN_MEMORY_NAME.test(name)) ?? 'GEMINI.md';
}

const PLAIN_MEMORY_NAME = /^[^\\/:]+\.md$/i;

/** Where plans may be written. */
export function planSettingsOf(settings: GeminiSettings): {
  readonly directory: string;
  readonly isEnabled: boolean;
} {
  return { directory: settings['general.plan.directory'], isEnabled: settings['general.plan.enabled'] };
}

/** Which skills are offered to the model. */
export function skillSettingsOf(settings: GeminiSettings) {
  const isEnabled = settings['skills.enabled'] && settings['admin.skills.enabled'];
  return { isEnabled, disabled: settings['skills.disabled'], canFork: settings['experimental.enableAgents'] };
}

/** Which agents may be used. */
export function agentSettingsOf(settings: GeminiSettings) {
  return { isEnabled: settings['experimental.enableAgents'], lists: toolListsOf(settings) };
}

/** Which extensions are used, and which sources are allowed. */
export function extensionSettingsOf(settings: GeminiSettings) {
  return {
    isEnabled: settings['admin.extensions.enabled'],
    disabled: settings['extensions.disabled'],
    blocksGit: settings['security.blockGitExtensions'],
    allowedSources: settings['security.allowedExtensions'],
  };
}

/** Which hooks run, and whether the user sees their messages. */
export function hookSettingsOf(settings: GeminiSettings) {
  return {
    isEnabled: settings['hooksConfig.enabled'],
    isSystemEnabled: settings.forced?.['hooksConfig.enabled'] !== false,
    disabled: settings['hooksConfig.disabled'],
    tells: settings['hooksConfig.notifications'],
  };
}

/** What settings and extensions say about tools, in the policy's terms. */
export function toolListsOf(
  settings: GeminiSettings,
  extensions: readonly { readonly excludeTools: readonly string[] }[] = [],
) {
  const { forced = {} } = settings;
  const off = [
    ...(settings.useWriteTodos ? [] : ['write_todos']),
    ...(settings['general.plan.enabled'] ? [] : ['enter_plan_mode']),
  ];
  return {
    allowed: settings['tools.allowed'],
    excluded: [...settings['tools.exclude'], ...extensions.flatMap(({ excludeTools }) => excludeTools), ...off],
    confirmed: settings['tools.confirmationRequired'],
    core: settings['tools.core'],
    limits: [...(settings.toolLimits ?? []), ...(forced['tools.core']?.length ? [forced['tools.core']] : [])],
    forced: {
      excluded: forced['tools.exclude'] ?? [],
      confirmed: forced['tools.confirmationRequired'] ?? [],
    },
  };
}

/** What settings say about MCP servers, in the policy's terms. */
export function serverListsOf(settings: GeminiSettings) {
  const { forced = {} } = settings;
  return {
    allowed: settings['mcp.allowed'],
    excluded: settings['mcp.excluded'],
    forced: forced['mcp.excluded'] ?? [],
  };
}

/** The paths in `adminPolicyPaths`. `own`: those in the administrator's own settings. */
export function adminPoliciesOf(settings: GeminiSettings) {
  const own = settings.forced?.adminPolicyPaths ?? [];
  return { own, others: settings.adminPolicyPaths.filter(path => !own.includes(path)) };
}

/** The environment that commands get, including variables from `.env` files. */
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
    // If the administrator turned hiding on, only the administrator can make exceptions.
    allowed:
      settings.forced?.['security.environmentVariableRedaction.enabled'] === true
        ? (settings.forced['security.environmentVariableRedaction.allowed'] ?? [])
        : settings['security.environmentVariableRedaction.allowed'],
    blocked: settings['security.environmentVariableRedaction.blocked'],
    pager: settings['tools.shell.pager'],
    withoutTerminal: !settings['tools.shell.enableInteractiveShell'],
  };
}

/** What settings grant to commands in the sandbox, whatever rules say. `pathOf` makes a setting's path absolute. */
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
