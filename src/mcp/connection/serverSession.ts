import type { RequestOptions } from '@modelcontextprotocol/sdk/shared/protocol.js';
import {
  type CallOptions,
  type ConnectOptions,
  type McpConnection,
  type ResourceContents,
  type ServerPrompt,
  type ServerResource,
  type ServerResourceTemplate,
  type ServerResult,
  type ServerTool,
} from './mcpConnection';
import { promptOf, resourceOf, templateOf, toolOf } from './listedByServer';
import { LastingClient } from './lastingClient';
import { OutputSchemas } from '../tools/outputSchemas';
import type { OpenedClient } from './openedClient';
import { RequiredPages } from './requiredPages';
import { failureOf } from './sdkFailures';
import { listIn, promptTextOf, recordOf, resourceContentsOf, toolResultOf } from '../tools/serverContent';
import type { ServerConfig } from '../config/serverConfig';

/** Timeout of small requests, in milliseconds. */
const ASK_MS = 30_000;
const DEFAULT_CALL_MS = 600_000;
/** Progress extends a call's timeout, up to this many times. */
const MOST_LIMITS = 10;

/** What an argument to complete belongs to. */
type Completed = { readonly prompt: string } | { readonly template: string };

/** A session with one server; a new one begins when the server has lost it. */
export class ServerSession implements McpConnection {
  readonly #client: LastingClient;
  readonly #schemas = new OutputSchemas();
  readonly #pages: RequiredPages;
  /** The subscribed resources; a new session must subscribe to them again. */
  readonly #subscribed = new Set<string>();

  constructor(
    private readonly config: ServerConfig,
    private readonly options: ConnectOptions,
    open: () => Promise<OpenedClient>,
    opened: OpenedClient,
  ) {
    this.#pages = new RequiredPages(config.name, options.requests.elicit);
    this.#client = new LastingClient(opened, {
      name: config.name,
      open,
      onOpen: client => this.#pages.listen(client),
      onReopen: () => this.#subscribeAgain(),
      onFlaw: text => options.events.onLog('warning', text),
      onClose: reason => options.events.onClose(reason),
    });
  }

  get server(): McpConnection['server'] {
    const { name, version, title } = this.#client.current.getServerVersion() ?? { name: this.config.name, version: '' };
    return { name, version, ...(title !== undefined && { title }) };
  }

  get instructions(): string {
    return this.#client.current.getInstructions() ?? '';
  }

  get has(): McpConnection['has'] {
    const { tools, prompts, resources, completions } = this.#client.current.getServerCapabilities() ?? {};
    return { tools: !!tools, prompts: !!prompts, resources: !!resources, completions: !!completions };
  }

  async tools(): Promise<readonly ServerTool[]> {
    const listed = (await this.#client.list('tools/list', 'tools')).flatMap(toolOf);
    this.#schemas.keep(listed);
    return listed;
  }

  async prompts(): Promise<readonly ServerPrompt[]> {
    return (await this.#client.list('prompts/list', 'prompts')).flatMap(promptOf);
  }

  async resources(): Promise<readonly ServerResource[]> {
    return (await this.#client.list('resources/list', 'resources')).flatMap(resourceOf);
  }

  async resourceTemplates(): Promise<readonly ServerResourceTemplate[]> {
    return (await this.#client.list('resources/templates/list', 'resourceTemplates')).flatMap(templateOf);
  }

  /** Calls again if the server requires the user to visit a page first. */
  async callTool(name: string, args: Readonly<Record<string, unknown>>, options: CallOptions): Promise<ServerResult> {
    try {
      return await this.#callTool(name, args, options);
    } catch (error) {
      await this.#pages.visit(error, options.signal);
    }
    return this.#callTool(name, args, options);
  }

  async #callTool(name: string, args: Readonly<Record<string, unknown>>, options: CallOptions): Promise<ServerResult> {
    const result = await this.#client.request('tools/call', { name, arguments: args }, limitsOf(options));
    return readable(this.config.name, () => {
      // Throws if the content can't be serialized again, since it would be useless.
      JSON.stringify(result.structuredContent);
      return toolResultOf(result, structured => this.#schemas.mismatchOf(name, structured));
    });
  }

  async getPrompt(name: string, args: Readonly<Record<string, string>>, signal: AbortSignal) {
    const result = await this.#client.request('prompts/get', { name, arguments: args }, { signal, timeout: ASK_MS });
    return readable(this.config.name, () => promptTextOf(result));
  }

  async readResource(uri: string, signal: AbortSignal): Promise<readonly ResourceContents[]> {
    const result = await this.#client.request('resources/read', { uri }, { signal, timeout: DEFAULT_CALL_MS });
    return readable(this.config.name, () => listIn(result, 'contents').flatMap(each => resourceContentsOf(each) ?? []));
  }

  async subscribe(uri: string): Promise<boolean> {
    if (!this.#client.current.getServerCapabilities()?.resources?.subscribe) return false;
    await this.#client.tell('resources/subscribe', { uri });
    this.#subscribed.add(uri);
    return true;
  }

  async unsubscribe(uri: string): Promise<void> {
    if (!this.#subscribed.delete(uri)) return;
    await this.#client.tell('resources/unsubscribe', { uri });
  }

  async complete(
    of: Completed,
    argument: { readonly name: string; readonly value: string },
    signal: AbortSignal,
    given: Readonly<Record<string, string>> = {},
  ): Promise<readonly string[]> {
    if (!this.has.completions) return [];
    const context = Object.keys(given).length > 0 ? { context: { arguments: given } } : {};
    const params = { ref: referenceTo(of), argument, ...context };
    const { completion } = await this.#client.request('completion/complete', params, { signal, timeout: 5000 });
    const { values } = recordOf(completion);
    return Array.isArray(values) ? values.filter(each => typeof each === 'string') : [];
  }

  said(): string {
    return this.#client.said();
  }

  async setLogLevel(level: string): Promise<void> {
    if (!this.#client.current.getServerCapabilities()?.logging) return;
    await this.#client.tell('logging/setLevel', { level });
  }

  rootsChanged(): void {
    this.#client.current
      .sendRootsListChanged()
      .catch((error: unknown) => this.options.events.onLog('debug', String(error)));
  }

  close(): Promise<void> {
    return this.#client.close();
  }

  /** Changes between the two sessions were not reported, so every resource may have changed. */
  #subscribeAgain(): void {
    const { onLog, onResourceUpdated } = this.options.events;
    for (const uri of this.#subscribed) {
      this.subscribe(uri).catch((error: unknown) => onLog('debug', String(error)));
      onResourceUpdated(uri);
    }
  }
}

function limitsOf({ signal, timeoutMs = DEFAULT_CALL_MS, onProgress }: CallOptions): RequestOptions {
  return {
    signal,
    timeout: timeoutMs,
    resetTimeoutOnProgress: true,
    maxTotalTimeout: timeoutMs * MOST_LIMITS,
    // Always set, because the SDK only requests progress if it is.
    onprogress: ({ progress, total, message }) =>
      onProgress?.({ progress, ...(total !== undefined && { total }), ...(message !== undefined && { message }) }),
  };
}

/** The result of `read`; an error in it is reported as the server's failure. */
function readable<T>(server: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw failureOf(error, server);
  }
}

function referenceTo(of: Completed): Readonly<Record<string, string>> {
  return 'prompt' in of ? { type: 'ref/prompt', name: of.prompt } : { type: 'ref/resource', uri: of.template };
}
