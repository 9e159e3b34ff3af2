import * as l10n from '@vscode/l10n';
import { Callers } from './connection/callers';
import type { FollowedResources } from './resources/followedResources';
import { McpFailure, type CallOptions, type McpConnection, type ServerResult } from './connection/mcpConnection';
import type { ServerConfig } from './config/serverConfig';
import { ServerLink, type ServerPorts } from './connection/serverLink';
import type { ServerOffer } from './serverOffer';
import { ServerRetries } from './connection/serverRetries';

/**
 * `blocked`: settings don't allow it; `unapproved`: the user hasn't approved it; `disconnected`: it was not needed
 * yet, or the connection was lost and will be retried; `failed`: it could not be reached, and only the user can retry
 * it.
 */
export type ServerState =
  | 'disabled'
  | 'blocked'
  | 'unapproved'
  | 'disconnected'
  | 'connecting'
  | 'connected'
  | 'needsSignIn'
  | 'disconnecting'
  | 'failed';

/** One server: starts, reconnects and stops it. */
export class McpServer {
  #state: ServerState = 'disconnected';
  #error: string | undefined;
  #starting: Promise<void> | undefined;
  #life = new AbortController();
  readonly #callers = new Callers();
  readonly #link: ServerLink;
  readonly #retries: ServerRetries;
  /** The resources that chats follow. */
  readonly followed: FollowedResources;

  constructor(
    readonly config: ServerConfig,
    private readonly ports: ServerPorts,
    private readonly onChange: () => void,
  ) {
    this.#retries = new ServerRetries(config.transport.kind === 'stdio' ? 'stdio' : 'remote', ports.now);
    this.#link = new ServerLink(config, ports, {
      onOpen: () => {
        this.#retries.connected();
        this.#enter('connected');
      },
      onLost: reason => this.#lost(reason),
      onChange,
    });
    this.followed = this.#link.followed;
  }

  get name(): string {
    return this.config.name;
  }

  get state(): ServerState {
    return this.#state;
  }

  /** Why it is not connected, in one sentence; undefined if it is connected or was not tried. */
  get error(): string | undefined {
    return this.#error;
  }

  get offer(): ServerOffer {
    return this.#link.offer;
  }

  get connection(): McpConnection | undefined {
    return this.#link.connection;
  }

  /** Whether it is connecting or about to connect. */
  get isStarting(): boolean {
    return this.#starting !== undefined;
  }

  /** The end of what its program wrote besides messages, even after it has ended. */
  get said(): string {
    return this.#link.said;
  }

  get instructions(): string | undefined {
    return this.connection?.instructions;
  }

  /** Connects, unless it is already connected or was stopped. Never rejects: see `state` and `error`. */
  start(): Promise<void> {
    if (this.#state === 'connected' || this.#life.signal.aborted) return Promise.resolve();
    return (this.#starting ??= this.#connect().finally(() => (this.#starting = undefined)));
  }

  /** Closes the connection, which ends the server's processes; `state` is the reason for staying stopped. */
  async stop(state: 'disconnected' | 'disabled' | 'blocked' | 'unapproved' = 'disconnected'): Promise<void> {
    this.#life.abort();
    if (this.connection) this.#enter('disconnecting');
    await this.#link.close();
    await this.#starting;
    this.#link.forgetOffer();
    this.#enter(state);
  }

  async restart(): Promise<void> {
    await this.stop();
    this.readmit();
    await this.start();
  }

  /** Allows it to start again after the reason for stopping it, or for its failure, is gone. */
  readmit(): void {
    this.#retries.restore();
    this.#life = new AbortController();
    this.#enter('disconnected');
  }

  /** Calls a tool, after reconnecting if necessary. Rejects with `McpFailure`. */
  async callTool(name: string, args: Readonly<Record<string, unknown>>, options: CallOptions): Promise<ServerResult> {
    const connection = await this.ready(options.signal);
    return this.#callers.during(options.caller, () =>
      connection.callTool(name, args, { timeoutMs: this.config.timeoutMs, ...options }),
    );
  }

  /** Returns the connection, waiting for it if it is about to be (re)established. Rejects with `McpFailure`. */
  async ready(signal: AbortSignal): Promise<McpConnection> {
    if (!this.connection && (this.#state === 'disconnected' || this.#state === 'connecting')) {
      await Promise.race([this.start(), new Promise<void>(resolve => onAbort(signal, resolve))]);
    }
    if (signal.aborted) throw new McpFailure('cancelled', l10n.t('Cancelled'));
    if (this.connection) return this.connection;
    throw new McpFailure('closed', this.#error ?? l10n.t('The MCP server “{0}” isn’t connected.', this.name));
  }

  /** `unreached`: the state that a failure leads to. */
  async #connect(unreached: 'failed' | 'disconnected' = 'failed'): Promise<void> {
    this.#enter('connecting');
    const requests = this.#callers.serving(this.name, this.ports.requests);
    const failure = await this.#link.open(this.#life.signal, requests);
    if (failure) this.#enter(failure.kind === 'signIn' ? 'needsSignIn' : unreached, failure.message);
  }

  /** Its tools stay available during the retries, so that the model's list of tools stays the same. */
  #lost(reason: string): void {
    this.#retries.lost();
    this.#enter('disconnected', reason);
    this.#starting ??= this.#revive(reason).finally(() => (this.#starting = undefined));
  }

  async #revive(reason: string): Promise<void> {
    for (;;) {
      const pause = this.#retries.next();
      if (pause === undefined) {
        this.#link.forgetOffer();
        this.#enter('failed', this.#error ?? reason);
        return;
      }
      await this.ports.wait(pause, this.#life.signal);
      if (this.#life.signal.aborted) return;
      await this.#connect('disconnected');
      if (this.#state !== 'disconnected') return;
    }
  }

  #enter(state: ServerState, error?: string): void {
    this.#state = state;
    this.#error = error;
    this.onChange();
  }
}

function onAbort(signal: AbortSignal, run: () => void): void {
  if (signal.aborted) run();
  else signal.addEventListener('abort', run, { once: true });
}
