// Real servers for tests: how they are started, and a connection to one.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Via } from '../../../src/agent/ports/egress';
import type { ConnectOptions, McpConnection, ServerRequests } from '../../../src/mcp/connection/mcpConnection';
import { createConnect } from '../../../src/mcp/connection/sdkConnection';
import { confinedServerProcess } from '../../../src/node/process/serverProcess';
import { builtModule } from '../builtScript';
import { configOf } from '../fakeMcp';
import { openEgress } from '../egress';

export const sdkServer = () => builtModule('mcp/sdkServer.mjs');
export const CHAOS_SERVER = join(__dirname, 'chaosServer.mjs');

/** What a server has told. */
export interface Told {
  readonly lists: string[];
  /** Addresses of resources. */
  readonly updates: string[];
  readonly logs: string[];
  readonly ends: string[];
}

export interface PlaceOptions {
  readonly requests?: Partial<ServerRequests>;
  readonly signal?: AbortSignal;
  readonly options?: Partial<ConnectOptions>;
}

/** What opens connections whose requests go out by `via`. */
export function connectVia(via?: Via) {
  return createConnect({
    fetchFor: () => openEgress().fetchFor({ purpose: 'mcp' }, via),
    openProcess: confinedServerProcess(async () => undefined),
    folderOf: () => tmpdir(),
    client: { name: 'pollux', version: '0' },
  });
}

export const connect = connectVia();

/** Opens what a row describes. */
export async function connectTo(row: unknown, { requests, signal, options }: PlaceOptions = {}) {
  const told: Told = { lists: [], updates: [], logs: [], ends: [] };
  const connection: McpConnection = await connect(configOf('test', row), {
    signal: signal ?? new AbortController().signal,
    events: {
      onListChanged: what => told.lists.push(what),
      onResourceUpdated: uri => told.updates.push(uri),
      onLog: (level, text) => told.logs.push(`${level}: ${text}`),
      onClose: reason => told.ends.push(reason),
    },
    requests: { roots: () => [{ uri: 'file:///work', name: 'work' }], ...requests },
    ...options,
  });
  return { connection, told };
}

export const stdioRow = (...args: readonly string[]) => ({ command: process.execPath, args: [sdkServer(), ...args] });
export const chaosRow = (fault: string) => ({ command: process.execPath, args: [CHAOS_SERVER, fault] });

/** A server of HTTP in a process of its own. */
export class HttpServerProcess {
  #child: ChildProcess | undefined;

  constructor(
    private readonly script = sdkServer(),
    private readonly args: readonly string[] = [],
  ) {}

  async start(mode: 'http' | 'sse'): Promise<string> {
    const child = spawn(process.execPath, [this.script, ...this.args, mode], { stdio: ['ignore', 'pipe', 'inherit'] });
    this.#child = child;
    const [port] = (await once(child.stdout, 'data')) as [Buffer];
    return `http://127.0.0.1:${port.toString().trim()}`;
  }

  async stop(): Promise<void> {
    const { exitCode, signalCode } = this.#child ?? {};
    if (!this.#child || exitCode !== null || signalCode !== null) return;
    const ended = once(this.#child, 'exit');
    this.#child.kill('SIGKILL');
    await ended;
  }
}
