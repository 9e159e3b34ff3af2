import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { JSONRPCMessage, JSONRPCRequest, RequestId } from '@modelcontextprotocol/sdk/types.js';
import { messageOf } from '../../shared/messageOf';
import { META } from '../connection/announcement';
import { ClientQuestions } from './clientQuestions';
import { answerInput, type InputRequired, type OpenRequest } from './inputRounds';
import { Listening } from './listening';
import type { JsonObject } from '../../shared/jsonObject';

/** The revision without sessions. */
export const STATELESS = '2026-07-28';
/** The revision that the SDK believes it speaks. */
const SPOKEN = '2025-11-25';

interface StatelessWire {
  readonly transport: Transport;
  /** Cancels a request that was sent. */
  cancel(id: RequestId): void;
  /** Called with each answer. */
  answered(id: RequestId, method: string, result: JsonObject): void;
}

/**
 * Lets the SDK, which starts with `initialize`, talk to servers of the revision without sessions: each request carries
 * the client's name and capabilities, servers ask questions in their results, and changes need a subscription.
 */
export class StatelessTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  readonly #requests = new Map<RequestId, OpenRequest>();
  readonly #questions = new ClientQuestions(message => this.onmessage?.(message));
  readonly #listening: Listening;
  #envelope: JsonObject = {};
  #next = 0;

  constructor(private readonly wire: StatelessWire) {
    const { transport } = wire;
    this.#listening = new Listening(
      (id, notifications) => this.#request(id, 'subscriptions/listen', { notifications }),
      id => wire.cancel(id),
    );
    transport.onmessage = message => this.#receive(message);
    transport.onclose = () => this.onclose?.();
    transport.onerror = error => this.onerror?.(error);
  }

  async start(): Promise<void> {
    await this.wire.transport.start();
    this.wire.transport.setProtocolVersion?.(STATELESS);
  }

  async send(message: JSONRPCMessage): Promise<void> {
    if (!('method' in message)) {
      this.#questions.answered(message);
      return;
    }
    if ('id' in message) await this.#sendRequest(message);
    else if (message.method === 'notifications/initialized') this.#listening.listen();
    else if (message.method === 'notifications/cancelled') this.#cancel(message.params?.requestId as RequestId);
  }

  async close(): Promise<void> {
    this.#listening.close();
    this.#requests.clear();
    await this.wire.transport.close();
  }

  async #sendRequest({ id, method, params = {} }: JSONRPCRequest): Promise<void> {
    if (method === 'initialize') {
      const { clientInfo, capabilities } = params;
      this.#envelope = { [`${META}/clientInfo`]: clientInfo, [`${META}/clientCapabilities`]: capabilities };
      await this.#open(id, 'server/discover', {});
    } else if (method === 'logging/setLevel') {
      this.#envelope = { ...this.#envelope, [`${META}/logLevel`]: params.level };
      this.#answer(id, {});
    } else if (method === 'resources/subscribe' || method === 'resources/unsubscribe') {
      this.#listening.follow(String(params.uri), method === 'resources/subscribe');
      this.#answer(id, {});
    } else if (method === 'ping') this.#answer(id, {});
    else await this.#open(id, method, params);
  }

  async #open(id: RequestId, method: string, params: JsonObject): Promise<void> {
    const request = { id, method, params, questions: new Set<RequestId>(), round: 0 };
    this.#requests.set(id, request);
    await this.#request(id, method, params);
  }

  async #request(id: RequestId, method: string, params: JsonObject): Promise<void> {
    const own = params._meta as JsonObject | undefined;
    const _meta = { ...own, [`${META}/protocolVersion`]: STATELESS, ...this.#envelope };
    await this.wire.transport.send({ jsonrpc: '2.0', id, method, params: { ...params, _meta } });
  }

  #receive(message: JSONRPCMessage): void {
    if ('method' in message) {
      if (this.#listening.hears(message)) return;
      // Servers of this revision send no requests.
      if (!('id' in message)) this.onmessage?.(message);
      return;
    }
    if (message.id === undefined || this.#listening.ended(message.id)) return;
    const request = this.#requests.get(message.id);
    if (!request) return;
    this.#requests.delete(message.id);
    const result: JsonObject = 'result' in message ? message.result : {};
    this.wire.answered(message.id, request.method, result);
    if (!('result' in message)) this.onmessage?.({ ...message, id: request.id });
    else if (result.resultType === 'input_required') void this.#ask(request, result);
    else if (request.method === 'server/discover') this.#discovered(request.id, result);
    else this.#answer(request.id, result);
  }

  #discovered(id: RequestId, result: JsonObject): void {
    const { supportedVersions, capabilities = {}, instructions, _meta } = result;
    if (Array.isArray(supportedVersions) && !supportedVersions.includes(STATELESS)) {
      const message = `Unsupported protocol versions: ${supportedVersions.join(', ')}`;
      this.onmessage?.({ jsonrpc: '2.0', id, error: { code: -32_022, message } });
      return;
    }
    const serverInfo = result.serverInfo ?? (_meta as JsonObject | undefined)?.[`${META}/serverInfo`];
    this.#listening.offer(capabilities as JsonObject);
    this.#answer(id, {
      protocolVersion: SPOKEN,
      capabilities,
      serverInfo: serverInfo ?? { name: '', version: '' },
      ...(instructions !== undefined && { instructions }),
    });
  }

  /** Has the client answer the server's questions, and sends the request again with the answers. */
  async #ask(request: OpenRequest, required: InputRequired): Promise<void> {
    const id = `${request.id}/${++this.#next}`;
    this.#requests.set(id, request);
    try {
      const params = await answerInput(request, required, question => this.#questions.ask(request, question));
      // It may have been cancelled in the meantime.
      if (this.#requests.get(id) === request) await this.#request(id, request.method, params);
    } catch (error) {
      this.#questions.withdraw(request);
      if (this.#requests.delete(id))
        this.onmessage?.({ jsonrpc: '2.0', id: request.id, error: { code: -32_603, message: messageOf(error) } });
    }
  }

  #cancel(id: RequestId): void {
    for (const [sent, request] of [...this.#requests]) {
      if (request.id !== id) continue;
      this.#requests.delete(sent);
      this.#questions.withdraw(request);
      this.wire.cancel(sent);
    }
  }

  #answer(id: RequestId, result: JsonObject): void {
    this.onmessage?.({ jsonrpc: '2.0', id, result });
  }
}
