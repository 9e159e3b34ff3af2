import * as l10n from '@vscode/l10n';
import { isDeepEqual } from './tools/isDeepEqual';
import { McpServer } from './mcpServer';
import type { ServerConfig } from './config/serverConfig';
import type { ServerPorts } from './connection/serverLink';

/** Whether a server may be started. */
export type Admission = 'ok' | 'blocked' | 'unapproved';

export interface McpServersOptions extends ServerPorts {
  /** The servers as currently configured, with unique names. Never rejects. */
  readonly configs: () => Promise<readonly ServerConfig[]>;
  /** Whether settings and the user allow it to start; doesn't ask the user. Never rejects. */
  readonly admit: (config: ServerConfig) => Promise<Admission>;
  /** Whether the user has disabled it. */
  readonly isDisabled: (name: string) => boolean;
  readonly setDisabled: (name: string, isDisabled: boolean) => Promise<void> | void;
  /** Called when a prompt has waited for these servers and continues without them. */
  readonly onSlow?: (servers: readonly McpServer[]) => void;
}

/** How many milliseconds a prompt waits for servers that are slow to start. */
const PATIENCE_MS = 5000;

/** The servers of a window or a run. None is started before `connectAll`. */
export class McpServers {
  #servers: readonly McpServer[] = [];
  readonly #listeners = new Set<() => void>();
  #loading: Promise<void> | undefined;
  #isClosed = false;

  constructor(private readonly options: McpServersOptions) {}

  /** In the order of the settings. */
  get all(): readonly McpServer[] {
    return this.#servers;
  }

  get(name: string): McpServer | undefined {
    return this.#servers.find(server => server.name === name);
  }

  /**
   * Calls `listener` when a state, a list or the servers themselves have changed. Returns a function that removes it.
   */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Reads the configuration without starting anything. */
  load(): Promise<void> {
    return (this.#loading ??= this.#load().finally(() => (this.#loading = undefined)));
  }

  /**
   * Applies the current configuration: stops servers that were removed or changed, and starts all that may be
   * started, in parallel. Resolves when each of these is connected or has failed, at the latest after 5 seconds:
   * slower servers are available from the next turn, which doesn't wait for them again.
   */
  async connectAll(): Promise<void> {
    await this.load();
    await this.#startAll();
  }

  /** Like `connectAll`, but also tries servers again that have failed or were waiting for a sign-in. */
  async reconnectAll(): Promise<void> {
    await this.load();
    for (const server of this.#servers)
      if (server.state === 'failed' || server.state === 'needsSignIn') server.readmit();
    await this.#startAll();
  }

  async restart(name: string): Promise<void> {
    const server = this.get(name);
    if (!server) return;
    const refused = await this.#refusalOf(server.config);
    await (refused ? server.stop(refused) : server.restart());
  }

  /** Throws if a required server is to be disabled. */
  async setEnabled(name: string, isEnabled: boolean): Promise<void> {
    if (!isEnabled && this.get(name)?.config.isRequired)
      throw new Error(l10n.t('Your administrator requires the MCP server “{0}”.', name));
    await this.options.setDisabled(name, !isEnabled);
    await this.restart(name);
  }

  /** Call this when the workspace's folders have changed. */
  rootsChanged(): void {
    for (const { connection } of this.#servers) connection?.rootsChanged();
  }

  /** Stops all servers for good. Resolves when none of their processes is left. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all(this.#servers.map(server => server.stop()));
    this.#listeners.clear();
  }

  async #load(): Promise<void> {
    const configs = await this.options.configs();
    if (this.#isClosed) return;
    const earlier = this.#servers;
    const before = new Map(earlier.map(server => [server.name, server]));
    this.#servers = configs.map(config => {
      const known = before.get(config.name);
      if (!known || !isDeepEqual(known.config, config)) return new McpServer(config, this.options, this.#tell);
      before.delete(config.name);
      return known;
    });
    const isChanged =
      this.#servers.some((server, i) => server !== earlier[i]) || this.#servers.length !== earlier.length;
    await Promise.all([...before.values()].map(server => server.stop()));
    await Promise.all(this.#servers.map(server => this.#admit(server)));
    if (isChanged) this.#tell();
  }

  async #startAll(): Promise<void> {
    const waiting = this.#servers.filter(({ state, isStarting }) => state === 'disconnected' && !isStarting);
    const starting = waiting.map(server => server.start());
    if (starting.length === 0) return;
    const { wait } = this.options;
    const over = new AbortController();
    await Promise.race([Promise.all(starting), wait(PATIENCE_MS, over.signal)]);
    over.abort();
    const late = waiting.filter(({ isStarting }) => isStarting);
    if (late.length > 0) this.options.onSlow?.(late);
  }

  async #admit(server: McpServer): Promise<void> {
    const refused = await this.#refusalOf(server.config);
    const wasRefused = server.state === 'disabled' || server.state === 'blocked' || server.state === 'unapproved';
    if (refused && server.state !== refused) await server.stop(refused);
    if (!refused && wasRefused) server.readmit();
  }

  async #refusalOf(config: ServerConfig): Promise<'disabled' | 'blocked' | 'unapproved' | undefined> {
    if (!config.isRequired && this.options.isDisabled(config.name)) return 'disabled';
    const admission = await this.options.admit(config);
    return admission === 'ok' ? undefined : admission;
  }

  readonly #tell = (): void => {
    for (const listener of this.#listeners) listener();
  };
}
