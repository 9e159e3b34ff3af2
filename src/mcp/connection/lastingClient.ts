import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import type { RequestOptions } from '@modelcontextprotocol/sdk/shared/protocol.js';
import { EmptyResultSchema } from '@modelcontextprotocol/sdk/types.js';
import * as l10n from '@vscode/l10n';
import * as z from 'zod/v4';
import { boundMessages } from './boundMessages';
import { McpFailure } from './mcpConnection';
import type { OpenedClient } from './openedClient';
import { failureOf, isSessionLost } from './sdkFailures';

export interface LastingClientOptions {
  /** The server's name. */
  readonly name: string;
  readonly open: () => Promise<OpenedClient>;
  /** Called with each client before its first request. */
  readonly onOpen: (client: Client) => void;
  /** Called when the server had lost the session and a new one has begun. */
  readonly onReopen: () => void;
  /** Called with what is wrong with an answer that is used nevertheless. */
  readonly onFlaw: (text: string) => void;
  /** Called once with the reason why the connection ended, unless it was closed from here. */
  readonly onClose: (reason: string) => void;
}

/** The most pages of a list, and the most items in total. */
const MAX_PAGES = 100;
const MAX_LISTED = 5000;
/** Timeout for each page of a list, in milliseconds. */
const LIST_MS = 30_000;

// One invalid item must not cost all the others, so only the envelope is validated here.
const anything = z.looseObject({});

/** A client of one server, which is replaced with a new one when the server has lost the session. */
export class LastingClient {
  #opened: OpenedClient;
  #reopening: Promise<void> | undefined;
  #isClosed = false;
  /** Why the server ended by itself, if that is known. */
  #end: string | undefined;

  constructor(
    opened: OpenedClient,
    private readonly options: LastingClientOptions,
  ) {
    this.#opened = this.#following(opened);
  }

  get current(): Client {
    return this.#opened.client;
  }

  said(): string {
    return this.#opened.process?.said() ?? '';
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#opened.client.close();
    // A client whose transport ended by itself doesn't wait for what the program started.
    await this.#opened.process?.close();
  }

  /** All pages of a list; `key` is the property of the result that contains the items. */
  async list(method: string, key: string): Promise<readonly unknown[]> {
    const found: unknown[] = [];
    const seen = new Set<string>();
    let cursor: string | undefined;
    for (let page = 0; page < MAX_PAGES && found.length < MAX_LISTED; page++) {
      const params = cursor === undefined ? {} : { cursor };
      const result = await this.request(method, params, { timeout: LIST_MS });
      const items = result[key];
      if (Array.isArray(items)) found.push(...(items as unknown[]));
      // Programs in Go send null for an empty list, so this is no failure.
      else this.options.onFlaw(l10n.t('The server answered “{0}” without a list of “{1}”.', method, key));
      const { nextCursor } = result;
      if (typeof nextCursor !== 'string' || nextCursor === '' || seen.has(nextCursor)) break;
      seen.add(nextCursor);
      cursor = nextCursor;
    }
    return found.slice(0, MAX_LISTED);
  }

  request(
    method: string,
    params: Record<string, unknown>,
    options: RequestOptions,
  ): Promise<Readonly<Record<string, unknown>>> {
    const { signal } = options;
    if (!signal) return this.#with(client => client.request({ method, params }, anything, options));
    // The SDK leaves its listener on the signal, so it must not get the signal of a whole run.
    const own = new AbortController();
    const abort = () => own.abort(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    const asked = { ...options, signal: own.signal };
    return this.#with(client => client.request({ method, params }, anything, asked), signal).finally(() =>
      signal.removeEventListener('abort', abort),
    );
  }

  /** A request whose result is empty. */
  async tell(method: string, params: Record<string, unknown>): Promise<void> {
    await this.#with(client => client.request({ method, params }, EmptyResultSchema));
  }

  /** Sends the request. If the server has lost the session, opens a new one and sends the request again, once. */
  async #with<T>(send: (client: Client) => Promise<T>, signal?: AbortSignal): Promise<T> {
    const opened = this.#opened;
    try {
      return await send(opened.client);
    } catch (error) {
      if (signal?.aborted || this.#isClosed || !isSessionLost(error)) throw this.#failed(error, signal);
      await this.#reopen(opened);
    }
    return send(this.#opened.client).catch((error: unknown) => {
      throw this.#failed(error, signal);
    });
  }

  /** If the address can't be reached any more, the server counts as gone; the registry retries it. */
  #failed(error: unknown, signal: AbortSignal | undefined): McpFailure {
    const failure = failureOf(error, this.options.name, signal);
    // A call that it took along says more than that there was no answer.
    if (failure.kind === 'closed' && this.#end !== undefined) {
      return new McpFailure('closed', this.#ended(this.#end), { cause: error });
    }
    if (failure.kind === 'unreachable' && !this.#isClosed) {
      this.#isClosed = true;
      void this.#opened.client.close().catch(() => undefined);
      this.options.onClose(failure.message);
    }
    return failure;
  }

  #reopen(lost: OpenedClient): Promise<void> {
    if (this.#opened !== lost) return Promise.resolve();
    return (this.#reopening ??= this.options
      .open()
      .then(async opened => {
        this.#opened = this.#following(opened);
        await lost.client.close().catch(() => undefined);
        this.options.onReopen();
      })
      .finally(() => (this.#reopening = undefined)));
  }

  #following(opened: OpenedClient): OpenedClient {
    this.options.onOpen(opened.client);
    let isFlooded = false;
    boundMessages(opened.transport, () => {
      isFlooded = true;
      void opened.client.close().catch(() => undefined);
    });
    opened.client.onclose = () => {
      if (this.#isClosed || this.#opened !== opened) return;
      this.#end = isFlooded ? l10n.t('It sent too many messages.') : (opened.process ?? opened.stream)?.reason;
      this.#isClosed = true;
      this.options.onClose(this.#ended(this.#end ?? l10n.t('The connection was closed.')));
    };
    return opened;
  }

  #ended(reason: string): string {
    return l10n.t('The MCP server “{0}” ended: {1}', this.options.name, reason);
  }
}
