import * as l10n from '@vscode/l10n';
import { Callers } from './callers';
import type { FollowedResources } from './followedResources';
import { McpFailure, type CallOptions, type McpConnection, type ServerResult } from './mcpConnection';
import type { ServerConfig } from './serverConfig';
import { ServerLink, type ServerPorts } from './serverLink';
import type { ServerOffer } from './serverOffer';
import { ServerRetries } from './serverRetries';

/**
 * `blocked`: settings do not allow it; `unapproved`: the user has not agreed to it; `disconnected`: it was not needed yet, or is
 * gone and will be tried again; `failed`: it could not be reached, and only the user has it tried again.
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

/** One server: when it is connected, and again, and its end. */
export class McpServer {
  #state: ServerState = 'disconnected';
  #error: string | undefined;
  #starting: Promise<void> | undefined;
  #life = new AbortController();
  readonly #callers = new Callers();
  readonly #link: ServerLink;
  readonly #retries: ServerRetries;
  /** What chats want to hear of. */
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

  /** Why it is not connected, in one sentence; undefined: it is, or was not tried. */
  get error(): string | undefined {
    return this.#error;
  }

  get offer(): ServerOffer {
    return this.#link.offer;
  }

  get connection(): McpConnection | undefined {
    return this.#link.connection;
  }

  /** It is being connected, or about to be. */
  get isStarting(): boolean {
    return this.#starting !== undefined;
  }

  /** The end of what its program has said besides messages, also after its end. */
  get said(): string {
    return this.#link.said;
  }

  get instructions(): string | undefined {
    return this.connection?.instructions;
  }

  /** Connects unless it is connected, or is to be left alone. Never rejects: `state` and `error` tell. */
  start(): Promise<void> {
    if (this.#state === 'connected' || this.#life.signal.aborted) return Promise.resolve();
    return (this.#starting ??= this.#connect().finally(() => (this.#starting = undefined)));
  }

  /** Ends the connection, which has its processes ended; `state` says why it stays so. */
  async stop(state: 'disconnected' | 'disabled' | 'blocked' | 'unapproved' = 'disconnected'): Promise<void> {
    this.#life.abort();
    const connection = this.#link.release();
    if (connection) {
      this.#enter('disconnecting');
      await connection.close().catch((error: unknown) => this.ports.log.error(`${this.name} did not end well`, error));
    }
    await this.#starting;
    this.#link.forgetOffer();
    this.#enter(state);
  }

  async restart(): Promise<void> {
    await this.stop();
    this.readmit();
    this.#retries.restore();
    await this.start();
  }

  /** What kept it from starting is no more: it may be started. */
  readmit(): void {
    this.#life = new AbortController();
    this.#enter('disconnected');
  }

  /** Calls a tool, once what was lost is connected again. Rejects with `McpFailure`. */
  async callTool(name: string, args: Readonly<Record<string, unknown>>, options: CallOptions): Promise<ServerResult> {
    const connection = await this.ready(options.signal);
    return this.#callers.during(options.caller, () =>
      connection.callTool(name, args, { timeoutMs: this.config.timeoutMs, ...options }),
    );
  }

  /** The connection, which is waited for where it is about to come back. Rejects with `McpFailure`. */
  async ready(signal: AbortSignal): Promise<McpConnection> {
    if (!this.connection && (this.#state === 'disconnected' || this.#state === 'connecting')) {
      await Promise.race([this.start(), new Promise<void>(resolve => onAbort(signal, resolve))]);
    }
    if (signal.aborted) throw new McpFailure('cancelled', l10n.t('Cancelled'));
    if (this.connection) return this.connection;
    throw new McpFailure('closed', this.#error ?? l10n.t('The MCP server “{0}” is not connected.', this.name));
  }

  async #connect(): Promise<void> {
    this.#enter('connecting');
    const requests = this.#callers.serving(this.name, this.ports.requests);
    const failure = await this.#link.open(this.#life.signal, requests);
    if (failure) this.#enter(failure.kind === 'signIn' ? 'needsSignIn' : 'failed', failure.message);
  }

  /** Its tools stay in sight while it is tried again, so that what the model is told stays the same. */
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
      await this.#connect();
      if (this.#state !== 'failed') return;
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
