import type { ToolSource } from '../agent/ports/toolSource';
import type { Configuration } from '../config/configuration';
import { namesServers, settingsAsServerFiles } from '../mcp/namesServers';
import { readMcpFiles } from '../node/config/mcpFiles';
import { once } from '../node/once';
import type { WindowMcp, WindowMcpOptions } from './windowMcp';

export interface WindowServers {
  /** The tools of all servers. */
  readonly source: ToolSource;
  /** Names of servers whose tools run without asking. */
  readonly trusted: () => readonly string[];
  /** Loads what knows the servers, also where none is configured yet. */
  readonly open: () => Promise<WindowMcp>;
  /** That, if it was loaded. */
  readonly opened: () => WindowMcp | undefined;
  close(): Promise<void>;
}

/** The MCP servers of a window: nothing of them is loaded before a prompt, and nothing at all where none is configured. */
export function createWindowServers(options: Omit<WindowMcpOptions, 'files'>): WindowServers {
  const { configuration, folders, isTrusted } = options;
  let opened: WindowMcp | undefined;
  const files = async () => [
    ...settingsAsServerFiles(configuration.texts),
    ...(isTrusted() ? await readMcpFiles(folders()) : []),
  ];
  const open = once(async () => {
    const { createWindowMcp } = await import('./windowMcp');
    return (opened = await createWindowMcp({ ...options, files }));
  });
  const isConfigured = async ({ settings }: Configuration) =>
    settings['mcp.serverCommand'] !== '' || namesServers(await files());
  return {
    source: {
      name: 'MCP',
      async list() {
        if (!opened && !(await isConfigured(configuration))) return [];
        return (await open()).source.list();
      },
    },
    trusted: () => opened?.servers.all.flatMap(({ name, config }) => (config.isTrusted ? [name] : [])) ?? [],
    open,
    opened: () => opened,
    close: async () => opened?.dispose(),
  };
}
