import type { InstalledExtension } from '../../context/extensions/extensions';
import type { OutputFormat } from '../flags';

/** An extension in machine-readable output. */
interface ListedExtension extends Omit<
  InstalledExtension,
  'env' | 'hooks' | 'file' | 'installedAt' | 'contextFiles' | 'install' | 'settings'
> {
  readonly contextFiles: readonly string[];
  readonly installMetadata?: InstalledExtension['install'];
  readonly settings: readonly { readonly name: string; readonly envVar: string; readonly isSet: boolean }[];
  readonly hasHooks: boolean;
}

/** The output of `--list-extensions`: names only. */
export function namesText(extensions: readonly InstalledExtension[]): string {
  if (extensions.length === 0) return 'No extensions installed.\n';
  return ['Installed extensions:', ...extensions.map(({ name }) => `- ${name}`), ''].join('\n');
}

/** The output of `extensions list`; contains no values of settings. */
export function extensionsText(extensions: readonly InstalledExtension[], format: OutputFormat): string {
  if (format !== 'text') {
    return `${JSON.stringify(extensions.map(listed), undefined, format === 'json' ? 2 : 0)}\n`;
  }
  if (extensions.length === 0) return 'No extensions installed.\n';
  return extensions.map(each => blockOf(each)).join('\n');
}

function listed(extension: InstalledExtension): ListedExtension {
  const { env, hooks, file: _file, installedAt: _at, install, settings, ...rest } = extension;
  return {
    ...rest,
    settings: settings.map(({ name, envVar }) => ({ name, envVar, isSet: env[envVar] !== undefined })),
    hasHooks: hooks !== undefined,
    mcpServers: rest.mcpServers.map(server => ({ ...server, row: withoutEnv(server.row) })),
    ...(install && { installMetadata: install }),
  };
}

/** The `env` and `headers` of servers contain values of settings. */
function withoutEnv({ env: _env, headers: _headers, ...row }: Readonly<Record<string, unknown>>) {
  return row;
}

function blockOf(extension: InstalledExtension): string {
  const { name, version, path, install, isActive, migratedTo } = extension;
  const several = (title: string, entries: readonly string[]) =>
    entries.length === 0 ? [] : [` ${title}:`, ...entries.map(entry => `  ${entry}`)];
  const lines = [
    `${isActive ? '✓' : '✗'} ${name} (${version})`,
    ` Path: ${path}`,
    ...(install ? [` Source: ${install.source} (Type: ${install.type})`] : []),
    ...(install?.ref === undefined ? [] : [` Ref: ${install.ref}`]),
    ` Enabled (User): ${extension.isEnabledByUser}`,
    ` Enabled (Workspace): ${isActive}`,
    ...(migratedTo === undefined ? [] : [` Moved to: ${migratedTo}`]),
    ...several('Context files', extension.contextFiles),
    ...several('Commands', extension.commandFolders),
    ...several(
      'MCP servers',
      extension.mcpServers.map(server => server.name),
    ),
    ...several('Agent skills', extension.skillFolders),
    ...several('Agents', extension.agentFolders),
    ...several('Hooks', extension.hooks ? [extension.hooks.file] : []),
    ...several('Policies', extension.policies),
    ...several('Excluded tools', extension.excludeTools),
    ...several(
      'Settings',
      extension.settings.map(
        each => `${each.name} (${each.envVar}): ${extension.env[each.envVar] === undefined ? 'not set' : 'set'}`,
      ),
    ),
  ];
  return `${lines.join('\n')}\n`;
}
