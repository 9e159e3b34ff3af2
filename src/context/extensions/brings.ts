// The list of an extension's content, which the user approves at installation, and again when it has grown.
import * as l10n from '@vscode/l10n';
import type { ActiveExtension, ExtensionDisk } from '../../agent/ports/extensions';
import { readHookDefinitions } from '../../config/hookDefinitions';
import type { Manifest } from './manifest';

/** One item of an extension's content. Equal items are the same thing. */
export interface Brought {
  readonly kind:
    | 'memory'
    | 'server'
    | 'command'
    | 'skill'
    | 'agent'
    | 'hook'
    | 'policy'
    | 'excludedTool'
    | 'setting'
    | 'unknownHooks';
  readonly name: string;
  /** What it runs or connects to, as written. */
  readonly detail?: string;
}

type Parts = Pick<
  ActiveExtension,
  'contextFiles' | 'commandFolders' | 'skillFolders' | 'agentFolders' | 'policies' | 'hooks' | 'path'
>;

/** The extension's whole content, in display order. Never rejects. */
export async function broughtBy(parts: Parts, manifest: Manifest, disk: ExtensionDisk): Promise<readonly Brought[]> {
  const { path, contextFiles, commandFolders, skillFolders, agentFolders, policies } = parts;
  const filesIn = async (folders: readonly string[], ending: RegExp) =>
    (await Promise.all(folders.map(folder => disk.files(folder)))).flat().filter(file => ending.test(file));
  const [commands, skills, agents, rules] = await Promise.all([
    filesIn(commandFolders, /\.(?:toml|md)$/),
    filesIn(skillFolders, /(?:^|\/)SKILL\.md$/),
    filesIn(agentFolders, /\.md$/),
    filesIn(policies, /^[^/]*\.toml$/),
  ]);
  const named = (kind: Brought['kind'], files: readonly string[]) => files.map(name => ({ kind, name }));
  return [
    ...contextFiles.map(file => ({ kind: 'memory' as const, name: file.slice(path.length + 1) })),
    ...manifest.mcpServers.map(({ name, row }) => ({ kind: 'server' as const, name, detail: serverText(row) })),
    ...hooksOf(parts),
    ...named('command', commands),
    ...named('skill', skills),
    ...named('agent', agents),
    ...named('policy', rules),
    ...manifest.excludeTools.map(name => ({ kind: 'excludedTool' as const, name })),
    ...manifest.settings.map(({ envVar }) => ({ kind: 'setting' as const, name: envVar })),
  ];
}

/** A server with its whole configuration, so that no part of it can change unnoticed. */
function serverText(row: unknown): string {
  if (typeof row !== 'object' || row === null) return JSON.stringify(row);
  const { command, args, url, httpUrl, ...more } = row as Readonly<Record<string, unknown>>;
  const words = [command, ...(Array.isArray(args) ? (args as unknown[]) : [args]), httpUrl ?? url];
  const line = words
    .filter(word => word !== undefined)
    .map(word => (typeof word === 'string' ? word : JSON.stringify(word)));
  return [...line, ...(Object.keys(more).length > 0 ? [JSON.stringify(more)] : [])].join(' ');
}

function hooksOf({ hooks }: Parts): Brought[] {
  if (!hooks) return [];
  const { hooks: found, problems } = readHookDefinitions([{ ...hooks, scope: 'extension' }]);
  const known = found.map(({ event, matcher, command, env }): Brought => {
    const variables = Object.entries(env).map(([name, value]) => `${name}=${value}`);
    const name = matcher === '' ? event : `${event} (${matcher})`;
    return { kind: 'hook', name, detail: [...variables, command].join(' ') };
  });
  return problems.length > 0 ? [...known, { kind: 'unknownHooks', name: 'hooks/hooks.json' }] : known;
}

/** The form in which it is stored and compared. */
export function keyOf(brought: Brought): string {
  return JSON.stringify([brought.kind, brought.name, brought.detail]);
}

/** The items in `now` that have not been approved. */
export function grownBy(now: readonly Brought[], agreed: readonly string[]): readonly Brought[] {
  const known = new Set(agreed);
  return now.filter(each => !known.has(keyOf(each)));
}

/** A line for the user. */
export function broughtText({ kind, name, detail = '' }: Brought): string {
  switch (kind) {
    case 'memory':
      return l10n.t('Memory file {0}: its text is part of every conversation', name);
    case 'server':
      return l10n.t('MCP server {0}: {1}', name, detail);
    case 'hook':
      return l10n.t('Hook at {0}, a command that runs without asking: {1}', name, detail);
    case 'unknownHooks':
      return l10n.t('Hooks that can’t be read: {0}', name);
    case 'command':
      return l10n.t('Command {0}', name);
    case 'skill':
      return l10n.t('Skill {0}', name);
    case 'agent':
      return l10n.t('Agent {0}', name);
    case 'policy':
      return l10n.t('Policy rules {0}: they can only add restrictions', name);
    case 'excludedTool':
      return l10n.t('Excludes the tool {0}', name);
    case 'setting':
      return l10n.t('Setting {0}', name);
    default:
      return kind satisfies never;
  }
}
