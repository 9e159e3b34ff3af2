import { basename, dirname } from 'node:path';
import * as l10n from '@vscode/l10n';
import type { ExtensionsFound, InstalledExtension } from '../../context/extensions/extensions';
import type { ContextEntry } from '../../vscode/views/contextTree';
import { problemEntry } from '../sources/problemEntry';

/** Extensions as rows of the Context view, each with its contents below it, followed by the problems found. */
export function extensionEntries(
  { extensions, problems }: ExtensionsFound,
  outdated: ReadonlySet<string> = new Set(),
): readonly ContextEntry[] {
  return [
    ...extensions.map(extension => entryOf(extension, outdated.has(extension.name))),
    ...problems
      .filter(({ severity }) => severity !== 'hint')
      .map((problem, i) => problemEntry(`extensions/problem/${i}`, basename(dirname(problem.file)), problem)),
  ];
}

function entryOf(extension: InstalledExtension, isOutdated: boolean): ContextEntry {
  const { name, version, description, file, isActive, path, install } = extension;
  const state = isActive ? version : l10n.t('{0} (disabled)', version);
  const isLink = install?.type === 'link';
  const source =
    install && (isLink ? l10n.t('Linked to {0}', install.source) : l10n.t('Installed from {0}', install.source));
  const marks = [isOutdated && 'outdated', install?.autoUpdate && 'auto', isLink && 'linked'].filter(
    mark => typeof mark === 'string',
  );
  return {
    id: `extensions/${name}`,
    label: name,
    description: isOutdated ? l10n.t('{0}, update available', state) : state,
    tooltip: [description, path, source].filter(Boolean).join('\n'),
    icon: isActive ? 'extensions' : 'circle-slash',
    contextValue: [isActive ? 'extension.enabled' : 'extension.disabled', ...marks].join('.'),
    file,
    children: () => partsOf(extension),
  };
}

function partsOf(extension: InstalledExtension): readonly ContextEntry[] {
  const { name, contextFiles, mcpServers, commandFolders, skillFolders, agentFolders, hooks, policies } = extension;
  const row = (label: string, description: string, icon: string, file?: string, line?: number): ContextEntry => ({
    id: `extensions/${name}/${label}/${description}`,
    label,
    description,
    icon,
    ...(file !== undefined && { file }),
    ...(line !== undefined && { line }),
  });
  const folders = (label: string, icon: string, paths: readonly string[]) =>
    paths.map(path => row(label, path.slice(extension.path.length + 1), icon));
  return [
    ...contextFiles.map(file => row(l10n.t('Memory file'), basename(file), 'book', file)),
    ...mcpServers.map(server => row(l10n.t('MCP server'), server.name, 'server', extension.file, server.line)),
    ...folders(l10n.t('Commands'), 'terminal', commandFolders),
    ...folders(l10n.t('Skills'), 'mortar-board', skillFolders),
    ...folders(l10n.t('Agents'), 'hubot', agentFolders),
    ...(hooks ? [row(l10n.t('Hooks'), basename(hooks.file), 'zap', hooks.file)] : []),
    ...folders(l10n.t('Policy rules'), 'law', policies),
    ...extension.excludeTools.map(tool => row(l10n.t('Excludes the tool'), tool, 'circle-slash', extension.file)),
    ...extension.settings.map(({ name: label, envVar }) =>
      row(l10n.t('Setting'), extension.env[envVar] === undefined ? l10n.t('{0} (not set)', label) : label, 'gear'),
    ),
  ];
}
