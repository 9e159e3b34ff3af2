import * as l10n from '@vscode/l10n';
import type { Log } from '../agent/ports/log';
import { messageOf } from '../shared/messageOf';
import { FollowedResources } from './followedResources';
import { McpFailure, type Connect, type McpConnection, type ServerEvents, type ServerRequests } from './mcpConnection';
import type { ServerConfig } from './serverConfig';
import { NOTHING, offerOf, type ServerOffer } from './serverOffer';

export interface ServerPorts {
  readonly connect: Connect;
  /** The row with the environment's values in it. Rejects with `McpFailure`. */
  readonly resolve: (config: ServerConfig) => Promise<ServerConfig>;
  readonly requests: ServerRequests;
  /** Resolves after that time, or at once when `signal` aborts. */
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly now: () => number;
  readonly log: Log;
  /** What a server logs, for its channel. */
  readonly onLog?: (server: string, level: string, text: string) => void;
}

/** What becomes of the connection. */
interface LinkEvents {
  readonly onOpen: () => void;
  /** It has ended, and nobody here has ended it. */
  readonly onLost: (reason: string) => void;
  /** What is offered or followed has changed. */
  readonly onChange: () => void;
}

/** Lists that change are asked for once in so long. */
const LIST_PAUSE_MS = 1000;
const START_MS = 30_000;

/** The connection to one server, one after the other, and what outlasts it: what it offers, and what it has said. */
export class ServerLink {
  #connection: McpConnection | undefined;
  #offer = NOTHING;
  #said = '';
  #relisting: Promise<void> | undefined;
  /** What chats want to hear of. */
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

  /** As it last said, also after its end. */
  get offer(): ServerOffer {
    return this.#offer;
  }

  /** The end of what its program has said besides messages, also after its end. */
  get said(): string {
    return this.#connection?.said() ?? this.#said;
  }

  /** Connects, and asks for all that is offered. Never rejects: gives why that failed, unless `life` has ended meanwhile. */
  async open(life: AbortSignal, requests: ServerRequests): Promise<McpFailure | undefined> {
    const { connect, resolve, wait } = this.ports;
    const attempt = new AbortController();
    const signal = AbortSignal.any([life, attempt.signal]);
    const timer = new AbortController();
    void wait(START_MS, timer.signal).then(() => timer.signal.aborted || attempt.abort('timeout'));
    try {
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

  /** There is no connection from now on; gives the one that there was. */
  release(): McpConnection | undefined {
    const connection = this.#connection;
    this.#said = this.said;
    this.#connection = undefined;
    return connection;
  }

  /** Nothing is offered any more. */
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
    this.release();
    this.heard.onLost(reason);
  }

  /** However often a server says that its lists have changed, they are asked for once in a while. */
  #relist(life: AbortSignal): Promise<void> {
    return (this.#relisting ??= this.#listAgain(life).finally(() => (this.#relisting = undefined)));
  }

  async #listAgain(life: AbortSignal): Promise<void> {
    await this.ports.wait(LIST_PAUSE_MS, life);
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
  const text = l10n.t('The MCP server “{0}” did not answer within {1} seconds.', name, START_MS / 1000);
  return new McpFailure('timeout', text);
}

function failureOf(error: unknown): McpFailure {
  if (error instanceof McpFailure) return error;
  return new McpFailure('protocol', messageOf(error));
}
