import type { GeminiSettings } from '../../config/geminiSettings';
import type { ServerConfig, ServerTransport } from './serverConfig';
import { readServerRow } from './readServerRow';

/** The settings that apply to all servers. */
export interface McpSettings {
  readonly isEnabled: boolean;
  /** If not empty, no other servers may be used. */
  readonly allowed: readonly string[];
  readonly excluded: readonly string[];
  /**
   * An administrator's list; if not empty, no other servers may be used, and an entry with an address allows only
   * that one.
   */
  readonly listed: readonly string[];
  /** The command of an additional server. */
  readonly serverCommand: string;
}

type Named = Pick<ServerConfig, 'name' | 'transport' | 'isRequired'>;

export function mcpSettingsOf(settings: GeminiSettings): McpSettings {
  return {
    isEnabled: settings['admin.mcp.enabled'],
    allowed: settings['mcp.allowed'],
    excluded: settings['mcp.excluded'],
    listed: settings['admin.mcp.config'],
    serverCommand: settings['mcp.serverCommand'],
  };
}

export function isBlocked(config: Named, settings: McpSettings): boolean {
  const { allowed, excluded } = settings;
  if (isForbidden(config, settings)) return true;
  if (config.isRequired) return false;
  return excluded.includes(config.name) || (allowed.length > 0 && !allowed.includes(config.name));
}

/** Whether it is the administrator who doesn't allow a server. */
export function isForbidden({ name, transport, isRequired }: Named, { isEnabled, listed }: McpSettings): boolean {
  return !isEnabled || (!isRequired && !isListed(name, transport, listed));
}

/** An entry is a name, or a name and an address. */
function isListed(name: string, transport: ServerTransport, listed: readonly string[]): boolean {
  if (listed.length === 0) return true;
  const url = 'url' in transport ? transport.url : undefined;
  return listed.some(entry => entry === name || (url !== undefined && entry === `${name} ${url}`));
}

/** The server that `mcp.serverCommand` defines; it is named `mcp`, as in Gemini CLI. */
export function commandServer({ serverCommand }: McpSettings, file: string): readonly ServerConfig[] {
  const [command, ...args] = wordsOf(serverCommand);
  if (command === undefined) return [];
  const { config } = readServerRow('mcp', { command, args }, { scope: 'user', file });
  return config ? [config] : [];
}

/** The words of a command; words may be quoted. */
function wordsOf(command: string): readonly string[] {
  return [...command.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
    ([, double, single, plain]) => double ?? single ?? plain ?? '',
  );
}
