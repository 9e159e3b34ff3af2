// The only place that talks to servers through the SDK; a separate bundle, loaded with the first server.
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPError } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { FetchLike } from '@modelcontextprotocol/sdk/shared/transport.js';
import * as l10n from '@vscode/l10n';
import type { OpenServerProcess } from '../../agent/ports/serverProcess';
import { HttpTransport } from './httpTransport';
import { McpFailure, type Connect, type ConnectOptions, type McpConnection } from './mcpConnection';
import { ProcessTransport } from './processTransport';
import { failureOf, isBadRequest, isInitializeRefused } from './sdkFailures';
import { statelessHttp, statelessProcess } from '../stateless/statelessWires';
import { answerRequests, hearNotifications } from './sdkRequests';
import type { OpenedClient } from './openedClient';
import { ServerSession } from './serverSession';
import { SseTransport } from './sseTransport';
import type { ServerConfig } from '../config/serverConfig';

export interface SdkOptions {
  readonly openProcess: OpenServerProcess;
  /** The absolute working directory of a server's program. */
  readonly folderOf: (config: ServerConfig) => string;
  readonly client: { readonly name: string; readonly version: string };
  /** Sends requests to a server, with its sign-in. */
  readonly fetchFor: (config: ServerConfig) => FetchLike;
}

/** Returns a function that opens connections with the SDK. */
export function createConnect(sdk: SdkOptions): Connect {
  return async (config, options): Promise<McpConnection> => {
    const open = () => openWithFallback(sdk, config, options);
    return new ServerSession(config, options, open, await open());
  };
}

/** A server without a configured type uses streamable HTTP, or only supports SSE. */
async function openWithFallback(sdk: SdkOptions, config: ServerConfig, options: ConnectOptions): Promise<OpenedClient> {
  const { transport } = config;
  if (transport.kind === 'editor') throw new McpFailure('unreachable', l10n.t('There is no editor here.'));
  if (transport.kind !== 'auto') return openInEitherEra(sdk, config, transport.kind, options);
  try {
    return await openInEitherEra(sdk, config, 'http', options);
  } catch (error) {
    const { cause } = error as Error;
    if (!(cause instanceof StreamableHTTPError) || (cause.code !== 404 && cause.code !== 405)) throw error;
    return open(sdk, config, 'sse', options, 'session');
  }
}

const TELLING: readonly McpFailure['kind'][] = ['signIn', 'cancelled'];

/**
 * `announced`: a session whose first request says what a server without sessions wants to know, so that such a server
 * can answer with the revisions it supports; `stateless`: without a session; `session`: with nothing added.
 */
type Era = 'announced' | 'stateless' | 'session';

/** Connects with a session or, if the server refuses `initialize`, by the revision without sessions. */
async function openInEitherEra(
  sdk: SdkOptions,
  config: ServerConfig,
  kind: 'stdio' | 'http' | 'sse',
  options: ConnectOptions,
): Promise<OpenedClient> {
  try {
    return await open(sdk, config, kind, options, 'announced');
  } catch (error) {
    const { cause } = error as Error;
    if (kind === 'sse' || !isInitializeRefused(cause)) throw error;
    // A server with sessions may refuse the header of a revision it doesn't know.
    const others: readonly Era[] = isBadRequest(cause) ? ['stateless', 'session'] : ['stateless'];
    for (const era of others) {
      const opened = await open(sdk, config, kind, options, era).catch((second: unknown) => {
        // A required sign-in or the user's cancellation is more useful than the first error.
        if (second instanceof McpFailure && TELLING.includes(second.kind)) throw second;
      });
      if (opened) return opened;
    }
    throw error;
  }
}

async function open(
  sdk: SdkOptions,
  config: ServerConfig,
  kind: 'stdio' | 'http' | 'sse',
  options: ConnectOptions,
  era: Era,
): Promise<OpenedClient> {
  const opened = prepare(sdk, config, kind, options, era);
  try {
    await connect(opened, { signal: options.signal, ...(era === 'stateless' && { timeout: STATELESS_MS }) });
    return opened;
  } catch (error) {
    await opened.client.close().catch(() => undefined);
    throw withWords(config, opened, failureOf(error, config.name, options.signal));
  }
}

/** How long a server that refused a session may take to answer without one, in milliseconds. */
const STATELESS_MS = 5000;

interface Handshake {
  readonly signal: AbortSignal;
  readonly timeout?: number;
}

async function connect({ client, transport }: OpenedClient, handshake: Handshake): Promise<void> {
  const { signal } = handshake;
  if (signal.aborted) throw new McpFailure('cancelled', l10n.t('Cancelled'));
  // The SDK's timeout only covers the handshake; `signal` also covers starting the program.
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(new McpFailure('cancelled', l10n.t('Cancelled'))), { once: true });
  });
  await Promise.race([client.connect(transport, handshake), aborted]);
}

function prepare(
  { openProcess, folderOf, client: info, fetchFor }: SdkOptions,
  config: ServerConfig,
  kind: 'stdio' | 'http' | 'sse',
  options: ConnectOptions,
  era: Era,
): OpenedClient {
  const client = new Client(info, {
    capabilities: {
      roots: { listChanged: true },
      ...(options.requests.elicit && { elicitation: { form: {}, url: {} } }),
      ...(options.requests.sample && { sampling: {} }),
    },
  });
  answerRequests(client, config.name, options.requests);
  hearNotifications(client, options.events);
  // Late answers, noise and unsupported streams: only worth a debug message.
  client.onerror = error => options.events.onLog('debug', error.message);
  const { transport } = config;
  if (transport.kind === 'stdio') {
    const { command, args, env } = transport;
    const process = new ProcessTransport(openProcess, { command, args, env, cwd: folderOf(config) });
    return { client, transport: era === 'stateless' ? statelessProcess(process) : process, process };
  }
  if (transport.kind === 'editor') throw new McpFailure('unreachable', l10n.t('There is no editor here.'));
  const url = new URL(transport.url);
  const http = { headers: transport.headers, fetch: fetchFor(config), isAnnounced: era === 'announced' };
  if (kind === 'sse') {
    const stream = new SseTransport(url, http);
    return { client, transport: stream, stream };
  }
  return { client, transport: era === 'stateless' ? statelessHttp(url, http) : new HttpTransport(url, http) };
}

/** How many lines of a program's error output are shown if it can't be used. */
const MAX_LINES = 20;

/** Adds why the program ended, and its last output. */
function withWords({ name }: ServerConfig, { process }: OpenedClient, failure: McpFailure): McpFailure {
  if (!process || failure.kind === 'cancelled') return failure;
  const said = process.said().trim().split(/\r?\n/).slice(-MAX_LINES).join('\n');
  const reason = process.reason;
  const message = reason === undefined ? failure.message : l10n.t('The MCP server “{0}” ended: {1}', name, reason);
  return new McpFailure(failure.kind, said === '' ? message : `${message}\n${said}`, { cause: failure.cause });
}
