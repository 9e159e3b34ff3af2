import { findNodeAtLocation, getNodeValue } from 'jsonc-parser';
import { rootOf, type SettingsText } from '../../config/settingsText';
import type { ServerConfig } from './serverConfig';
import { recordOf } from '../tools/serverContent';

/** How an administrator's list limits the server that it names. */
export interface ServerLimits {
  readonly name: string;
  readonly mayTrust: boolean;
  /** If absent, the server's own list applies. */
  readonly includeTools?: readonly string[];
  readonly excludeTools: readonly string[];
}

/** The rows of `admin.mcp.config`, which only count in the system settings and an organization's controls. */
export function readServerLimits(source: SettingsText): readonly ServerLimits[] {
  if (source.scope !== 'system' && source.scope !== 'controls') return [];
  const root = rootOf(source);
  const node = root && 'type' in root ? findNodeAtLocation(root, ['admin', 'mcp', 'config']) : undefined;
  return Object.entries(recordOf(node && getNodeValue(node))).map(([name, row]) => {
    const { trust, includeTools, excludeTools } = recordOf(row);
    const included = namesIn(includeTools);
    return {
      name,
      mayTrust: trust !== false && (source.scope === 'system' || trust === true),
      ...(included.length > 0 && { includeTools: included }),
      excludeTools: namesIn(excludeTools),
    };
  });
}

/** Applies the lists' limits to a server; a server that an administrator requires is not limited. */
export function limitedBy(limits: readonly ServerLimits[], config: ServerConfig): ServerConfig {
  if (config.isRequired) return config;
  return limits
    .filter(({ name }) => name === config.name)
    .reduce((server, { mayTrust, includeTools, excludeTools }) => {
      const own = server.includeTools;
      const both = includeTools && own ? includeTools.filter(tool => own.includes(tool)) : includeTools;
      return {
        ...server,
        isTrusted: server.isTrusted && mayTrust,
        ...(both && { includeTools: both }),
        excludeTools: [...new Set([...server.excludeTools, ...excludeTools])],
      };
    }, config);
}

function namesIn(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter(each => typeof each === 'string') : [];
}
