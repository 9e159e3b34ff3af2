import * as l10n from '@vscode/l10n';
import type { McpServer, ServerState } from '../../mcp/mcpServer';
import { visibleText } from '../../shared/hiddenCharacters';
import type { ContextEntry } from '../../vscode/views/contextTree';
import type { Mcp } from '../../mcp/openMcp';
import { isToolIncluded } from '../../mcp/tools/toolFilter';
import { shortReason } from '../../mcp/shortReason';

/** A row for a server, or for one of its tools; commands of the row's menu receive it. */
export interface McpEntry extends ContextEntry {
  readonly server: string;
  readonly tool?: string;
}

/** The parts of a window's MCP that the list reads. */
interface ListedMcp {
  readonly servers: Pick<Mcp['servers'], 'load' | 'all'>;
  readonly pins: Pick<Mcp['pins'], 'changed'>;
  isToolEnabled(server: string, tool: string): boolean;
}

/** The window's MCP servers with what they offer. Listing them starts none. */
export async function mcpEntries(mcp: ListedMcp): Promise<readonly McpEntry[]> {
  await mcp.servers.load();
  return mcp.servers.all.filter(isShown).map(server => entryOf(server, mcp));
}

/** The editor's own tools are listed as a server only while there are any, or while they are disabled. */
export function isShown({ config, state, offer }: McpServer): boolean {
  return config.transport.kind !== 'editor' || state === 'disabled' || offer.tools.length > 0;
}

function entryOf(server: McpServer, mcp: ListedMcp): McpEntry {
  const { name, state, error, config, instructions } = server;
  const isEditor = config.transport.kind === 'editor';
  const { file, line } = config.origin;
  const description = isEditor ? l10n.t('Tools of VS Code’s own MCP servers') : config.description;
  const required = config.isRequired && l10n.t('Required by your administrator');
  const told = [
    description,
    required,
    error,
    state === 'failed' && l10n.t('Correct what is wrong, then restart it. Its output may say more.'),
    instructions && l10n.t('Instructions: {0}', instructions),
  ];
  return {
    id: `mcp/${name}`,
    server: name,
    label: name,
    description: visibleText(rowText(server, mcp)),
    tooltip: visibleText([`${name}: ${stateText(server)}`, ...told].filter(Boolean).join('\n\n')),
    icon: ICONS[state],
    contextValue: ['mcpServer', state, ...(isRemote(config) ? ['remote'] : [])].join('.'),
    ...(!isEditor && { file }),
    ...(line !== undefined && { line }),
    ...(state === 'connected' && { children: () => offerOf(server, mcp) }),
  };
}

/** A failed server's row says why; that of a connected one, whether tools in it wait. */
function rowText(server: McpServer, mcp: ListedMcp): string {
  const { name, state, error, offer } = server;
  const waiting = offer.tools.filter(tool => toolState(mcp, server, tool.name) === 'changed').length;
  if (state === 'connected' && waiting > 0)
    return waiting === 1
      ? l10n.t('connected, 1 changed tool waits for your approval')
      : l10n.t('connected, {0} changed tools wait for your approval', waiting);
  const reason = state === 'failed' && error !== undefined ? shortReason(error, name) : undefined;
  return reason === undefined ? stateText(server) : l10n.t('failed: {0}', reason);
}

/** Only these have a sign-in. */
function isRemote({ transport: { kind } }: McpServer['config']): boolean {
  return kind !== 'stdio' && kind !== 'editor';
}

function offerOf(owner: McpServer, mcp: ListedMcp): readonly McpEntry[] {
  const { name: server, offer, followed } = owner;
  const tools = offer.tools.map(({ name, title, description = '' }): McpEntry => {
    const state = toolState(mcp, owner, name);
    return {
      id: `mcp/${server}/tool/${name}`,
      server,
      tool: name,
      label: visibleText(name),
      description: whyUnused(state) ?? visibleText(title ?? ''),
      tooltip: visibleText(description === '' ? name : `${name}\n\n${description}`),
      icon: TOOL_ICONS[state],
      contextValue: `mcpTool.${state}`,
    };
  });
  const prompts = offer.prompts.map(({ name, description = '' }): McpEntry => ({
    id: `mcp/${server}/prompt/${name}`,
    server,
    label: visibleText(name),
    description: l10n.t('prompt'),
    tooltip: visibleText(description === '' ? name : description),
    icon: 'comment',
  }));
  const { uris } = followed;
  // A chat may follow resources that aren't listed, such as those of a template.
  const unlisted = uris.filter(uri => !offer.resources.some(each => each.uri === uri));
  const named = [...offer.resources, ...unlisted.map(uri => ({ uri, name: uri }))];
  const resources = [...named, ...offer.templates].map((each): McpEntry => {
    const uri = 'uri' in each ? each.uri : each.uriTemplate;
    const isFollowed = uris.includes(uri);
    return {
      id: `mcp/${server}/resource/${uri}`,
      server,
      label: visibleText(each.name),
      description: isFollowed
        ? l10n.t('resource, attached to a chat')
        : 'uri' in each
          ? l10n.t('resource')
          : l10n.t('resource template'),
      tooltip: isFollowed ? `${uri}\n\n${l10n.t('The model is told about its changes.')}` : uri,
      icon: isFollowed ? 'eye' : 'file-symlink-file',
    };
  });
  return [...tools, ...prompts, ...resources];
}

type ToolState = 'on' | 'off' | 'excluded' | 'changed';

/** Whether and why not the model gets a tool of a server. */
export function toolState(mcp: Omit<ListedMcp, 'servers'>, { name, config }: McpServer, tool: string): ToolState {
  if (!isToolIncluded(config, tool)) return 'excluded';
  if (!mcp.isToolEnabled(name, tool)) return 'off';
  return mcp.pins.changed.some(each => each.server === name && each.tool === tool) ? 'changed' : 'on';
}

export function whyUnused(state: ToolState): string | undefined {
  switch (state) {
    case 'on':
      return undefined;
    case 'off':
      return l10n.t('off');
    case 'excluded':
      return l10n.t('excluded by the settings');
    case 'changed':
      return l10n.t('changed, waits for your approval');
    default:
      return state satisfies never;
  }
}

const TOOL_ICONS: Readonly<Record<ToolState, string>> = {
  on: 'tools',
  off: 'circle-slash',
  excluded: 'circle-slash',
  changed: 'shield',
};

const ICONS: Readonly<Record<ServerState, string>> = {
  connected: 'pass',
  connecting: 'sync',
  disconnecting: 'sync',
  disconnected: 'circle-outline',
  disabled: 'circle-slash',
  blocked: 'lock',
  unapproved: 'shield',
  needsSignIn: 'key',
  failed: 'error',
};

export function stateText({ state, error }: Pick<McpServer, 'state' | 'error'>): string {
  switch (state) {
    case 'connected':
      return l10n.t('connected');
    case 'connecting':
      return l10n.t('connecting…');
    case 'disconnecting':
      return l10n.t('disconnecting…');
    case 'disconnected':
      return error === undefined ? l10n.t('not started yet') : l10n.t('connection lost');
    case 'disabled':
      return l10n.t('disabled');
    case 'blocked':
      return l10n.t('not allowed here');
    case 'unapproved':
      return l10n.t('waits for your approval');
    case 'needsSignIn':
      return l10n.t('asks you to sign in');
    case 'failed':
      return l10n.t('failed');
    default:
      return state satisfies never;
  }
}
