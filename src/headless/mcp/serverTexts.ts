// What the command prints of MCP servers.
import type { Configuration } from '../../config/configuration';
import { isForbidden, mcpSettingsOf } from '../../mcp/config/mcpSettings';
import type { ServerContent, ServerResult } from '../../mcp/connection/mcpConnection';
import type { McpServer } from '../../mcp/mcpServer';
import { shortReason } from '../../mcp/shortReason';
import { isToolIncluded } from '../../mcp/tools/toolFilter';
import { visibleText } from '../../shared/hiddenCharacters';

/** The states of servers in words. */
export const STATES: Readonly<Record<McpServer['state'], string>> = {
  connected: 'Connected',
  connecting: 'Connecting',
  disconnecting: 'Disconnecting',
  disconnected: 'Disconnected',
  disabled: 'Disabled',
  blocked: 'Blocked',
  unapproved: 'Not approved: `pollux mcp approve` shows it and asks you',
  needsSignIn: 'Needs a sign-in',
  failed: 'Disconnected',
};

/** A server in the JSON that `--json` prints. */
export function serverRecord({ name, config, state, error, offer }: McpServer) {
  const { transport, origin } = config;
  return {
    name,
    transport: transport.kind === 'auto' ? 'http' : transport.kind,
    target: targetOf(config),
    state,
    ...(error !== undefined && { error }),
    scope: origin.scope,
    file: origin.file,
    tools: offer.tools.map(({ name: tool, description, inputSchema }) => ({
      name: tool,
      ...(description !== undefined && { description }),
      ...(!isToolIncluded(config, tool) && { excluded: true }),
      inputSchema,
    })),
    prompts: offer.prompts.map(prompt => prompt.name),
    resources: offer.resources.map(resource => resource.uri),
  };
}

type Place = Pick<Configuration, 'isTrusted' | 'settings'>;

/** A server in the list for users. */
export function serverLine(server: McpServer, configuration: Place): string {
  const { name, config, state, error } = server;
  const kind = config.transport.kind === 'auto' ? 'http' : config.transport.kind;
  const mark = state === 'connected' ? '✓' : '✗';
  const reason = state === 'blocked' ? blockedBy(config, configuration) : error && shortReason(error, name);
  const why = reason ? ` (${visibleText(reason)})` : '';
  return `${mark} ${name}: ${visibleText(targetOf(config))} (${kind}) - ${STATES[state]}${why}\n`;
}

/** Why a server may not be used here. */
export function blockedBy(config: McpServer['config'], { isTrusted, settings }: Place): string {
  if (isForbidden(config, mcpSettingsOf(settings))) return 'Your administrator doesn’t allow it';
  if (!isTrusted && config.transport.kind === 'stdio')
    return 'This folder isn’t trusted, so no server programs are started in it. Use --trust to trust it';
  return 'The settings don’t allow it: see `mcp.allowed` and `mcp.excluded`';
}

/** As configured: values of variables are not shown. */
function targetOf({ transport }: McpServer['config']): string {
  if (transport.kind === 'editor') return '';
  return transport.kind === 'stdio' ? [transport.command, ...transport.args].join(' ') : transport.url;
}

/** What a connected server offers. */
export function offerText({ name, config, offer }: McpServer): string {
  const { tools, prompts, resources } = offer;
  const lines = [
    `${name} is connected.`,
    `Tools (${tools.length}):`,
    ...tools.map(
      tool => `  ${tool.name}${isToolIncluded(config, tool.name) ? '' : EXCLUDED}${firstLine(tool.description)}`,
    ),
    `Prompts (${prompts.length}):`,
    ...prompts.map(prompt => `  ${prompt.name}${firstLine(prompt.description)}`),
    `Resources (${resources.length}):`,
    ...resources.map(({ uri }) => `  ${uri}`),
  ];
  return `${lines.map(visibleText).join('\n')}\n`;
}

const EXCLUDED = ' (excluded by the settings)';

function firstLine(text = ''): string {
  const [first = ''] = text.trim().split('\n');
  return first === '' ? '' : `: ${first.slice(0, 120)}`;
}

/** What a call of a tool returned. */
export function resultText({ content }: ServerResult): string {
  return `${content.map(pieceText).join('\n')}\n`;
}

function pieceText(piece: ServerContent): string {
  if (piece.kind === 'text') return piece.text;
  if (piece.kind === 'resource') return piece.text ?? `[${piece.uri}]`;
  return piece.kind === 'link' ? `[${piece.uri}]` : `[${piece.kind}: ${piece.mimeType}]`;
}
