import * as l10n from '@vscode/l10n';
import type { Log } from '../../agent/ports/log';
import { messageOf } from '../../shared/messageOf';
import { FollowedResources } from '../resources/followedResources';
import { McpFailure, type Connect, type McpConnection, type ServerEvents, type ServerRequests } from './mcpConnection';
import type { ServerConfig } from '../config/serverConfig';
import { NOTHING, offerOf, type ServerOffer } from '../serverOffer';

export interface ServerPorts {
  readonly connect: Connect;
  /** Expands a server's configuration. Rejects with `McpFailure`. */
  readonly resolve: (config: ServerConfig) => Promise<ServerConfig>;
  readonly requests: ServerRequests;
  /** Resolves after that time, or immediately when `signal` aborts. */
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly now: () => number;
  readonly log: Log;
  /** Called with a server's log messages. */
  readonly onLog?: (server: string, level: string, text: string) => void;
}

/** Events of the connection. */
interface LinkEvents {
  readonly onOpen: () => void;
  /** The connection ended without being closed from here. */
  readonly onLost: (reason: string) => void;
  /** What the server offers, or which resources are followed, has changed. */
  readonly onChange: () => void;
}

/** Changed lists are re-read at most once per this many milliseconds. */
const LIST_PAUSE_MS = 1000;
const START_MS = 30_000;

/** The connections to one server, one at a time, and what outlasts them: what it offers, and its last output. */
export class ServerLink {
  #connection: McpConnection | undefined;
  #offer = NOTHING;
  #said = '';
  /** Whether the server has reported changed lists since they were last requested. */
  #isStale = false;
  #isRelisting = false;
  /** Settles when nothing is left of connections that were lost. */
  #ends: Promise<unknown> = Promise.resolve();
  /** The resources that chats follow. */
  readonly followed: FollowedResources;

  constructor(
    private readonly config: ServerConfig,
    private readonly ports: ServerPorts,
    private readonly heard: LinkEvents,
  ) {
    this.followed = new FollowedResources(
      () => this.#connection,
      heard.onChange,
      error => ports.log.info(`${config.name} can’t be asked for changes: ${failureOf(error).message}`),
    );
  }

  get connection(): McpConnection | undefined {
    return this.#connection;
  }

  /** What the server offered last, even after the connection has ended. */
  get offer(): ServerOffer {
    return this.#offer;
  }

  /** The end of what its program wrote besides messages, even after it has ended. */
  get said(): string {
    return this.#connection?.said() ?? this.#said;
  }

  /**
   * Connects and lists everything that the server offers. Never rejects: resolves to the reason of a failure, or to
   * undefined on success or if `life` has ended.
   */
  async open(life: AbortSignal, requests: ServerRequests): Promise<McpFailure | undefined> {
    const { connect, resolve, wait } = this.ports;
    const attempt = new AbortController();
    const signal = AbortSignal.any([life, attempt.signal]);
    const timer = new AbortController();
    void wait(START_MS, timer.signal).then(() => timer.signal.aborted || attempt.abort('timeout'));
    try {
      // A program may lock what a second one needs.
      await this.#ends;
      const events = this.#events(life);
      const connection = await connect(await resolve(this.config), { signal, events, requests });
      if (life.aborted) {
        await connection.close();
        return undefined;
      }
      this.#connection = connection;
      this.#offer = await offerOf(connection);
      if (this.#connection !== connection) return undefined;
      this.followed.reconnected();
      this.heard.onOpen();
      return undefined;
    } catch (error) {
      if (life.aborted) return undefined;
      const failure = attempt.signal.aborted ? lateness(this.config.name) : failureOf(error);
      const connection = this.#connection;
      this.#connection = undefined;
      await connection?.close().catch(() => undefined);
      return failure;
    } finally {
      timer.abort();
    }
  }

  /** Closes the connection. Resolves when nothing is left of it, nor of those that were lost. */
  async close(): Promise<void> {
    this.#release();
    await this.#ends;
  }

  /** Clears what the server offers. */
  forgetOffer(): void {
    this.#offer = NOTHING;
  }

  #events(life: AbortSignal): ServerEvents {
    return {
      onListChanged: () => void this.#relist(life),
      onResourceUpdated: uri => this.followed.updated(uri),
      onLog: (level, text) => this.ports.onLog?.(this.config.name, level, text),
      onClose: reason => this.#lost(reason, life),
    };
  }

  #lost(reason: string, life: AbortSignal): void {
    if (!this.#connection || life.aborted) return;
    this.#release();
    this.heard.onLost(reason);
  }

  #release(): void {
    const connection = this.#connection;
    this.#said = this.said;
    this.#connection = undefined;
    const failed = (error: unknown) => this.ports.log.error(`${this.config.name} did not end well`, error);
    this.#ends = Promise.all([this.#ends, connection?.close().catch(failed)]);
  }

  /** However often a server reports changed lists, they are re-read once per interval. */
  async #relist(life: AbortSignal): Promise<void> {
    this.#isStale = true;
    if (this.#isRelisting) return;
    this.#isRelisting = true;
    while (this.#isStale) {
      await this.ports.wait(LIST_PAUSE_MS, life);
      // Before the request: what changes from here on may be missing in the response.
      this.#isStale = false;
      await this.#listAgain();
    }
    this.#isRelisting = false;
  }

  async #listAgain(): Promise<void> {
    const connection = this.#connection;
    if (!connection) return;
    try {
      const offer = await offerOf(connection);
      if (connection !== this.#connection) return;
      this.#offer = offer;
      this.heard.onChange();
    } catch (error) {
      this.ports.log.warn(
        `The lists of the MCP server ${this.config.name} could not be read again: ${failureOf(error).message}`,
      );
    }
  }
}

function lateness(name: string): McpFailure {
  const text = l10n.t('The MCP server “{0}” didn’t answer within {1} seconds.', name, START_MS / 1000);
  return new McpFailure('timeout', text);
}

function failureOf(error: unknown): McpFailure {
  if (error instanceof McpFailure) return error;
  return new McpFailure('protocol', messageOf(error));
}
