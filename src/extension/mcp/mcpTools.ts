import * as l10n from '@vscode/l10n';
import type { ActiveExtension } from '../../agent/ports/extensions';
import type { Followed } from '../../agent/ports/followed';
import type { ToolSource } from '../../agent/ports/toolSource';
import type { Configuration } from '../../config/configuration';
import { editorServer } from '../../mcp/editorServer';
import { extensionServers } from '../../mcp/config/extensionServers';
import { namesServers, settingsAsServerFiles } from '../../mcp/config/namesServers';
import { readMcpFiles } from '../../node/config/mcpFiles';
import { once } from '../../node/once';
import type { FilePart } from '../../shared/messages';
import type { ContextSection } from '../../vscode/views/contextTree';
import type { WindowMcp, WindowMcpOptions } from './windowMcp';

export interface WindowServers {
  /** The tools of all servers. */
  readonly source: ToolSource;
  /** Names of servers whose tools run without asking. */
  readonly trusted: () => readonly string[];
  /** Opens the window's MCP servers, even if none is configured yet. */
  readonly open: () => Promise<WindowMcp>;
  /** See `SessionPorts`. */
  readonly followAgain: (part: FilePart) => Followed;
  /** The servers' section in the Context view. */
  readonly section: ContextSection;
  /** The opened servers; undefined until then. */
  readonly opened: () => WindowMcp | undefined;
  /** Connects the configured servers, and waits for them like a prompt does. */
  connect(): Promise<void>;
  close(): Promise<void>;
}

/**
 * The window's MCP servers. Nothing is loaded before the first prompt, and nothing at all if no server is configured.
 */
export function createWindowServers(
  options: Omit<WindowMcpOptions, 'files' | 'others'> & {
    readonly extensions: () => Promise<readonly ActiveExtension[]>;
    /** Resolves when the administrator's controls are known, or can't be determined. */
    readonly admit: () => Promise<void>;
  },
): WindowServers {
  const { configuration, folders, isTrusted } = options;
  let opened: WindowMcp | undefined;
  const files = async () => {
    await options.admit();
    const theirs = isTrusted() ? await readMcpFiles(folders()) : [];
    return [...settingsAsServerFiles(configuration.texts), ...theirs];
  };
  const extensions = async () => extensionServers(await options.extensions());
  // The name is reserved for the editor even while it has no tools: rules refer to servers by name.
  const others = async () => [editorServer, ...(await extensions())];
  const open = once(async () => {
    const { createWindowMcp } = await import('./windowMcp');
    return (opened = await createWindowMcp({ ...options, files, others }));
  });
  const isConfigured = async ({ settings }: Configuration) =>
    settings['mcp.serverCommand'] !== '' ||
    options.editorTools.list().length > 0 ||
    namesServers(await files()) ||
    (await extensions()).length > 0;
  const list = async () => {
    if (!opened && !(await isConfigured(configuration))) return undefined;
    return open();
  };
  return {
    section: {
      id: 'mcp',
      label: l10n.t('MCP servers'),
      icon: 'server',
      emptyText: l10n.t('No MCP servers are configured.'),
      entries: async () => (await list())?.entries() ?? [],
    },
    source: {
      name: 'MCP',
      async list() {
        return (await list())?.source.list() ?? [];
      },
    },
    followAgain(part) {
      const followed = once(async () => (await list())?.followAgain(part));
      let isAsked = false;
      return {
        id: part.path,
        async news(asking) {
          isAsked = true;
          return (await followed())?.news(asking);
        },
        end() {
          if (isAsked) void followed().then(each => each?.end());
        },
      };
    },
    trusted: () => opened?.servers.all.flatMap(({ name, config }) => (config.isTrusted ? [name] : [])) ?? [],
    open,
    opened: () => opened,
    async connect() {
      if (opened || (await isConfigured(configuration))) await (await open()).servers.connectAll();
    },
    close: async () => opened?.dispose(),
  };
}
