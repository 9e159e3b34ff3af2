import * as l10n from '@vscode/l10n';
import { describeProblem } from '../../config/configuration';
import type { Check } from '../../shared/check';
import { isBlocked, isForbidden, type McpSettings } from './mcpSettings';
import { readServerFiles } from './serverFiles';
import type { ServerFile } from './namesServers';
import type { ServerConfig } from './serverConfig';

/** Checks the configured servers without starting any, and names those that the settings don't allow. */
export function checkServers(files: readonly ServerFile[], settings: McpSettings): Check {
  const name = l10n.t('MCP servers');
  const { servers, problems } = readServerFiles(files);
  const forbidden = servers.filter(server => isForbidden(server, settings));
  const excluded = servers.filter(server => !forbidden.includes(server) && isBlocked(server, settings));
  const used = servers.filter(server => !forbidden.includes(server) && !excluded.includes(server));
  const detail = [
    servers.length === 0 ? l10n.t('none') : namesOf(used),
    excluded.length > 0 ? l10n.t('excluded by mcp.allowed or mcp.excluded: {0}', namesOf(excluded)) : '',
    forbidden.length > 0 ? l10n.t('not allowed by your administrator: {0}', namesOf(forbidden)) : '',
  ]
    .filter(Boolean)
    .join('; ');
  const serious = problems.filter(({ severity }) => severity !== 'hint').map(describeProblem);
  if (serious.length === 0) return { name, status: forbidden.length > 0 ? 'warning' : 'ok', detail };
  return { name, status: 'warning', detail, remedy: serious.join(' ') };
}

function namesOf(servers: readonly ServerConfig[]): string {
  return servers.map(({ name }) => name).join(', ');
}
