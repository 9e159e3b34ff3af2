import type { GeminiSettings } from '../config/geminiSettings';
import { readServerRow, type ServerConfig } from './serverConfig';

/** What settings say of all servers. */
export interface McpSettings {
  readonly isEnabled: boolean;
  /** If there are any, no others may be used. */
  readonly allowed: readonly string[];
  readonly excluded: readonly string[];
  /** The command of one more server. */
  readonly serverCommand: string;
}

export function mcpSettingsOf(settings: GeminiSettings): McpSettings {
  return {
    isEnabled: settings['admin.mcp.enabled'],
    allowed: settings['mcp.allowed'],
    excluded: settings['mcp.excluded'],
    serverCommand: settings['mcp.serverCommand'],
  };
}

export function isBlocked(
  { name }: Pick<ServerConfig, 'name'>,
  { isEnabled, allowed, excluded }: McpSettings,
): boolean {
  if (!isEnabled || excluded.includes(name)) return true;
  return allowed.length > 0 && !allowed.includes(name);
}

/** The server that `mcp.serverCommand` names; it is called `mcp`, as in Gemini CLI. */
export function commandServer({ serverCommand }: McpSettings, file: string): readonly ServerConfig[] {
  const [command, ...args] = wordsOf(serverCommand);
  if (command === undefined) return [];
  const { config } = readServerRow('mcp', { command, args }, { scope: 'user', file });
  return config ? [config] : [];
}

/** The words of a command, of which some may be in quotes. */
function wordsOf(command: string): readonly string[] {
  return [...command.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
    ([, double, single, plain]) => double ?? single ?? plain ?? '',
  );
}
