import * as l10n from '@vscode/l10n';
import type { Log } from '../agent/ports/log';
import { Callers } from './callers';
import { FollowedResources } from './followedResources';
import {
  McpFailure,
  type CallOptions,
  type Connect,
  type McpConnection,
  type ServerEvents,
  type ServerRequests,
  type ServerResult,
} from './mcpConnection';
import type { ServerConfig } from './serverConfig';
import { NOTHING, offerOf, type ServerOffer } from './serverOffer';
import { messageOf } from '../shared/messageOf';

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

/** A program of ours that ends is started again at once, and once; what is elsewhere may need time. */
const RETRIES_MS = { stdio: [0], remote: [1000, 2000, 4000, 8000, 16_000] } as const;
/** Whoever has stayed for so long gets all its retries again. */
const STEADY_MS = 60_000;
/** Lists that change are asked for once in so long. */
const LIST_PAUSE_MS = 1000;
const START_MS = 30_000;

/** One server: its connection, what it offers, and its end. */
export class McpServer {
  #state: ServerState = 'disconnected';
  #error: string | undefined;
  #connection: McpConnection | undefined;
  #offer = NOTHING;
  #starting: Promise<void> | undefined;
  #relisting: Promise<void> | undefined;
  #retries = 0;
  #connectedAt = 0;
  #said = '';
  #life = new AbortController();
  readonly #callers = new Callers();
  /** What chats want to hear of. */
  readonly followed = new FollowedResources(
    () => this.#connection,
    () => this.onChange(),
    error => this.ports.log.info(`${this.name} can’t be asked for changes: ${failureOf(error).message}`),
  );

  constructor(
    readonly config: ServerConfig,
    private readonly ports: ServerPorts,
    private readonly onChange: () => void,
  ) {}

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
    return this.#offer;
  }

  get connection(): McpConnection | undefined {
    return this.#connection;
  }

  /** It is being connected, or about to be. */
  get isStarting(): boolean {
    return this.#starting !== undefined;
  }

  /** The end of what its program has said besides messages, also after its end. */
  get said(): string {
    return this.#connection?.said() ?? this.#said;
  }

  get instructions(): string | undefined {
    return this.#connection?.instructions;
  }

  /** Connects unless it is connected, or is to be left alone. Never rejects: `state` and `error` tell. */
  start(): Promise<void> {
    if (this.#state === 'connected' || this.#life.signal.aborted) return Promise.resolve();
    return (this.#starting ??= this.#connect().finally(() => (this.#starting = undefined)));
  }

  /** Ends the connection, which has its processes ended; `state` says why it stays so. */
  async stop(state: 'disconnected' | 'disabled' | 'blocked' | 'unapproved' = 'disconnected'): Promise<void> {
    this.#life.abort();
    const connection = this.#connection;
    this.#said = connection?.said() ?? this.#said;
    this.#connection = undefined;
    if (connection) {
      this.#enter('disconnecting');
      await connection.close().catch((error: unknown) => this.ports.log.error(`${this.name} did not end well`, error));
    }
    await this.#starting;
    this.#offer = NOTHING;
    this.#enter(state);
  }

  async restart(): Promise<void> {
    await this.stop();
    this.readmit();
    this.#retries = 0;
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
    if (!this.#connection && (this.#state === 'disconnected' || this.#state === 'connecting')) {
      await Promise.race([this.start(), new Promise<void>(resolve => onAbort(signal, resolve))]);
    }
    if (signal.aborted) throw new McpFailure('cancelled', l10n.t('Cancelled'));
    if (this.#connection) return this.#connection;
    throw new McpFailure('closed', this.#error ?? l10n.t('The MCP server “{0}” is not connected.', this.name));
  }

  async #connect(): Promise<void> {
    const { connect, resolve, requests, wait, now } = this.ports;
    const life = this.#life.signal;
    this.#enter('connecting');
    const attempt = new AbortController();
    const signal = AbortSignal.any([life, attempt.signal]);
    const timer = new AbortController();
    void wait(START_MS, timer.signal).then(() => timer.signal.aborted || attempt.abort('timeout'));
    try {
      const connection = await connect(await resolve(this.config), {
        signal,
        events: this.#events(),
        requests: this.#callers.serving(this.name, requests),
      });
      if (life.aborted) {
        await connection.close();
        return;
      }
      this.#connection = connection;
      this.#offer = await offerOf(connection);
      if (this.#connection !== connection) return;
      this.#connectedAt = now();
      this.followed.reconnected();
      this.#enter('connected');
    } catch (error) {
      if (life.aborted) return;
      const isLate = attempt.signal.aborted;
      const failure = isLate
        ? new McpFailure(
            'timeout',
            l10n.t('The MCP server “{0}” did not answer within {1} seconds.', this.name, START_MS / 1000),
          )
        : failureOf(error);
      const connection = this.#connection;
      this.#connection = undefined;
      await connection?.close().catch(() => undefined);
      this.#enter(failure.kind === 'signIn' ? 'needsSignIn' : 'failed', failure.message);
    } finally {
      timer.abort();
    }
  }

  #events(): ServerEvents {
    return {
      onListChanged: () => void this.#relist(),
      onResourceUpdated: uri => this.followed.updated(uri),
      onLog: (level, text) => this.ports.onLog?.(this.name, level, text),
      onClose: reason => this.#lost(reason),
    };
  }

  /** However often a server says that its lists have changed, they are asked for once in a while. */
  #relist(): Promise<void> {
    return (this.#relisting ??= this.#listAgain().finally(() => (this.#relisting = undefined)));
  }

  async #listAgain(): Promise<void> {
    await this.ports.wait(LIST_PAUSE_MS, this.#life.signal);
    const connection = this.#connection;
    if (!connection) return;
    try {
      const offer = await offerOf(connection);
      if (connection !== this.#connection) return;
      this.#offer = offer;
      this.onChange();
    } catch (error) {
      this.ports.log.warn(
        `The lists of the MCP server ${this.name} could not be read again: ${failureOf(error).message}`,
      );
    }
  }

  /** Its tools stay in sight while it is tried again, so that what the model is told stays the same. */
  #lost(reason: string): void {
    if (!this.#connection || this.#life.signal.aborted) return;
    this.#said = this.#connection.said();
    this.#connection = undefined;
    if (this.ports.now() - this.#connectedAt >= STEADY_MS) this.#retries = 0;
    this.#enter('disconnected', reason);
    this.#starting ??= this.#revive(reason).finally(() => (this.#starting = undefined));
  }

  async #revive(reason: string): Promise<void> {
    const pauses: readonly number[] = RETRIES_MS[this.config.transport.kind === 'stdio' ? 'stdio' : 'remote'];
    for (;;) {
      const pause = pauses[this.#retries++];
      if (pause === undefined) {
        this.#offer = NOTHING;
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

function failureOf(error: unknown): McpFailure {
  if (error instanceof McpFailure) return error;
  return new McpFailure('protocol', messageOf(error));
}

function onAbort(signal: AbortSignal, run: () => void): void {
  if (signal.aborted) run();
  else signal.addEventListener('abort', run, { once: true });
}
