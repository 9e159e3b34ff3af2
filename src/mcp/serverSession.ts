import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import type { RequestOptions } from '@modelcontextprotocol/sdk/shared/protocol.js';
import { EmptyResultSchema } from '@modelcontextprotocol/sdk/types.js';
import * as l10n from '@vscode/l10n';
import * as z from 'zod/v4';
import type { McpFailure } from './mcpConnection';
import {
  type CallOptions,
  type ConnectOptions,
  type McpConnection,
  type PromptMessage,
  type ResourceContents,
  type ServerPrompt,
  type ServerResource,
  type ServerResourceTemplate,
  type ServerResult,
  type ServerTool,
} from './mcpConnection';
import { namedOf, promptOf, toolOf } from './listedByServer';
import { OutputSchemas } from './outputSchemas';
import type { OpenedClient } from './openedClient';
import { RequiredPages } from './requiredPages';
import { failureOf, isSessionLost } from './sdkFailures';
import { contentOf, recordOf, resourceContentsOf } from './serverContent';
import type { ServerConfig } from './serverConfig';

/** A server may say so many pages of a list, and so many things in all. */
const MAX_PAGES = 100;
const MAX_LISTED = 5000;
/** Every list and small question. */
const LIST_MS = 30_000;
const DEFAULT_CALL_MS = 600_000;

// One thing that is wrong must not cost all the others, so only the frame is checked here.
const anything = z.looseObject({});

/** A session with one server, which begins a new one where the server has forgotten it. */
export class ServerSession implements McpConnection {
  #opened: OpenedClient;
  #reopening: Promise<void> | undefined;
  #isClosed = false;
  readonly #schemas = new OutputSchemas();
  readonly #pages: RequiredPages;
  /** Resources; a new session knows of none. */
  readonly #subscribed = new Set<string>();

  constructor(
    private readonly config: ServerConfig,
    private readonly options: ConnectOptions,
    private readonly open: () => Promise<OpenedClient>,
    opened: OpenedClient,
  ) {
    this.#pages = new RequiredPages(config.name, options.requests.elicit);
    this.#opened = this.#following(opened);
  }

  get server(): McpConnection['server'] {
    const { name, version, title } = this.#opened.client.getServerVersion() ?? { name: this.config.name, version: '' };
    return { name, version, ...(title !== undefined && { title }) };
  }

  get instructions(): string {
    return this.#opened.client.getInstructions() ?? '';
  }

  get has(): McpConnection['has'] {
    const { tools, prompts, resources, completions } = this.#opened.client.getServerCapabilities() ?? {};
    return { tools: !!tools, prompts: !!prompts, resources: !!resources, completions: !!completions };
  }

  async tools(): Promise<readonly ServerTool[]> {
    const listed = (await this.#list('tools/list', 'tools')).flatMap(toolOf);
    this.#schemas.keep(listed);
    return listed;
  }

  async prompts(): Promise<readonly ServerPrompt[]> {
    return (await this.#list('prompts/list', 'prompts')).flatMap(promptOf);
  }

  async resources(): Promise<readonly ServerResource[]> {
    return (await this.#list('resources/list', 'resources')).flatMap(each => {
      const { uri } = recordOf(each);
      return typeof uri === 'string' ? [{ uri, ...namedOf(each, uri) }] : [];
    });
  }

  async resourceTemplates(): Promise<readonly ServerResourceTemplate[]> {
    return (await this.#list('resources/templates/list', 'resourceTemplates')).flatMap(each => {
      const { uriTemplate } = recordOf(each);
      return typeof uriTemplate === 'string' ? [{ uriTemplate, ...namedOf(each, uriTemplate) }] : [];
    });
  }

  /** Once more where the server wants the user to visit a page first. */
  async callTool(name: string, args: Readonly<Record<string, unknown>>, options: CallOptions): Promise<ServerResult> {
    try {
      return await this.#callTool(name, args, options);
    } catch (error) {
      await this.#pages.visit(error, options.signal);
    }
    return this.#callTool(name, args, options);
  }

  async #callTool(
    name: string,
    args: Readonly<Record<string, unknown>>,
    { signal, timeoutMs = DEFAULT_CALL_MS, onProgress }: CallOptions,
  ): Promise<ServerResult> {
    const result = await this.#request(
      'tools/call',
      { name, arguments: args },
      {
        signal,
        timeout: timeoutMs,
        resetTimeoutOnProgress: true,
        // Without it, no progress is asked for.
        onprogress: ({ progress, total, message }) =>
          onProgress?.({ progress, ...(total !== undefined && { total }), ...(message !== undefined && { message }) }),
      },
    );
    return this.#resultOf(name, result);
  }

  async getPrompt(name: string, args: Readonly<Record<string, string>>, signal: AbortSignal) {
    const result = await this.#request('prompts/get', { name, arguments: args }, { signal, timeout: LIST_MS });
    const { description, messages } = result;
    const said = (Array.isArray(messages) ? messages : []).map((message): PromptMessage => {
      const { role, content } = recordOf(message);
      return { role: role === 'assistant' ? 'assistant' : 'user', content: contentOf(content) };
    });
    return { messages: said, ...(typeof description === 'string' && { description }) };
  }

  async readResource(uri: string, signal: AbortSignal): Promise<readonly ResourceContents[]> {
    const { contents } = await this.#request('resources/read', { uri }, { signal, timeout: DEFAULT_CALL_MS });
    return (Array.isArray(contents) ? contents : []).flatMap(each => resourceContentsOf(each) ?? []);
  }

  async subscribe(uri: string): Promise<boolean> {
    if (!this.#opened.client.getServerCapabilities()?.resources?.subscribe) return false;
    await this.#with(client => client.request({ method: 'resources/subscribe', params: { uri } }, EmptyResultSchema));
    this.#subscribed.add(uri);
    return true;
  }

  async unsubscribe(uri: string): Promise<void> {
    if (!this.#subscribed.delete(uri)) return;
    await this.#with(client => client.request({ method: 'resources/unsubscribe', params: { uri } }, EmptyResultSchema));
  }

  async complete(
    of: { readonly prompt: string } | { readonly template: string },
    argument: { readonly name: string; readonly value: string },
    signal: AbortSignal,
    given: Readonly<Record<string, string>> = {},
  ): Promise<readonly string[]> {
    if (!this.has.completions) return [];
    const ref = 'prompt' in of ? { type: 'ref/prompt', name: of.prompt } : { type: 'ref/resource', uri: of.template };
    const context = Object.keys(given).length > 0 ? { context: { arguments: given } } : {};
    const params = { ref, argument, ...context };
    const { completion } = await this.#request('completion/complete', params, { signal, timeout: 5000 });
    const { values } = recordOf(completion);
    return Array.isArray(values) ? values.filter(each => typeof each === 'string') : [];
  }

  said(): string {
    return this.#opened.process?.said() ?? '';
  }

  async setLogLevel(level: string): Promise<void> {
    if (!this.#opened.client.getServerCapabilities()?.logging) return;
    await this.#with(client => client.request({ method: 'logging/setLevel', params: { level } }, EmptyResultSchema));
  }

  rootsChanged(): void {
    this.#opened.client
      .sendRootsListChanged()
      .catch((error: unknown) => this.options.events.onLog('debug', String(error)));
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#opened.client.close();
  }

  #following(opened: OpenedClient): OpenedClient {
    this.#pages.listen(opened.client);
    opened.client.onclose = () => {
      if (this.#isClosed || this.#opened !== opened) return;
      const { process } = opened;
      const reason = process?.reason ?? l10n.t('The connection was closed.');
      this.#isClosed = true;
      this.options.events.onClose(l10n.t('The MCP server “{0}” ended: {1}', this.config.name, reason));
    };
    return opened;
  }

  async #list(method: string, key: string): Promise<readonly unknown[]> {
    const found: unknown[] = [];
    const seen = new Set<string>();
    let cursor: string | undefined;
    for (let page = 0; page < MAX_PAGES && found.length < MAX_LISTED; page++) {
      const params = cursor === undefined ? {} : { cursor };
      const result = await this.#request(method, params, { timeout: LIST_MS });
      const items = result[key];
      if (Array.isArray(items)) found.push(...(items as unknown[]));
      const { nextCursor } = result;
      if (typeof nextCursor !== 'string' || nextCursor === '' || seen.has(nextCursor)) break;
      seen.add(nextCursor);
      cursor = nextCursor;
    }
    return found.slice(0, MAX_LISTED);
  }

  #request(
    method: string,
    params: Record<string, unknown>,
    options: RequestOptions,
  ): Promise<Readonly<Record<string, unknown>>> {
    const { signal } = options;
    if (!signal) return this.#with(client => client.request({ method, params }, anything, options));
    // The SDK leaves its listener on the signal it gets, which must not be that of a whole run.
    const own = new AbortController();
    const abort = () => own.abort(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    const asked = { ...options, signal: own.signal };
    return this.#with(client => client.request({ method, params }, anything, asked), signal).finally(() =>
      signal.removeEventListener('abort', abort),
    );
  }

  /** Sends it again, once, where the server does not know the session any more or wants another sign-in. */
  async #with<T>(send: (client: Client) => Promise<T>, signal?: AbortSignal): Promise<T> {
    const opened = this.#opened;
    try {
      return await send(opened.client);
    } catch (error) {
      const { name } = this.config;
      if (signal?.aborted || this.#isClosed) throw failureOf(error, name, signal);
      if (!isSessionLost(error)) throw this.#failed(error, signal);
      await this.#reopen(opened);
    }
    return send(this.#opened.client).catch((error: unknown) => {
      throw this.#failed(error, signal);
    });
  }

  /** An address that can't be reached any more is a server that is gone: it is for the registry to try it again. */
  #failed(error: unknown, signal: AbortSignal | undefined): McpFailure {
    const failure = failureOf(error, this.config.name, signal);
    if (failure.kind === 'unreachable' && !this.#isClosed) {
      this.#isClosed = true;
      void this.#opened.client.close().catch(() => undefined);
      this.options.events.onClose(failure.message);
    }
    return failure;
  }

  #reopen(lost: OpenedClient): Promise<void> {
    if (this.#opened !== lost) return Promise.resolve();
    return (this.#reopening ??= this.open()
      .then(async opened => {
        this.#opened = this.#following(opened);
        await lost.client.close().catch(() => undefined);
        this.#subscribeAgain();
      })
      .finally(() => (this.#reopening = undefined)));
  }

  /** What has changed in between, nobody has told. */
  #subscribeAgain(): void {
    const { onLog, onResourceUpdated } = this.options.events;
    for (const uri of this.#subscribed) {
      this.subscribe(uri).catch((error: unknown) => onLog('debug', String(error)));
      onResourceUpdated(uri);
    }
  }

  #resultOf(name: string, result: Readonly<Record<string, unknown>>): ServerResult {
    const { content, structuredContent, isError, toolResult } = result;
    const blocks = Array.isArray(content) ? content.map(contentOf) : [];
    // How results were in the first version of the protocol.
    if (toolResult !== undefined && blocks.length === 0) blocks.push(contentOf(toolResult));
    const isFailed = isError === true;
    const structured = structuredContent === undefined ? undefined : recordOf(structuredContent);
    const mismatch = isFailed ? undefined : this.#schemas.mismatchOf(name, structured);
    return {
      content: blocks,
      isError: isFailed,
      ...(structured && { structured }),
      ...(mismatch !== undefined && { mismatch }),
    };
  }
}
