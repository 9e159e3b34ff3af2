import type { JSONRPCMessage, RequestId } from '@modelcontextprotocol/sdk/types.js';
import type { JsonObject } from '../../shared/jsonObject';

/** How long to wait before subscribing again after a subscription ended, in milliseconds. */
const PAUSE_MS = 5000;
/** How many subscriptions in a row may end unacknowledged. */
const MAX_FAILURES = 3;

/** Subscribes to a server's changes. There is one subscription at a time, replaced when its topics change. */
export class Listening {
  readonly #followed = new Set<string>();
  #lists: JsonObject = {};
  #mayFollow = false;
  #count = 0;
  #current: RequestId | undefined;
  #failures = 0;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(
    private readonly send: (id: RequestId, notifications: JsonObject) => Promise<void>,
    private readonly cancel: (id: RequestId) => void,
  ) {}

  /** Sets the changes that the server can report. */
  offer(capabilities: JsonObject): void {
    const has = (name: string, what: string) => (capabilities[name] as JsonObject | undefined)?.[what] === true;
    this.#mayFollow = has('resources', 'subscribe');
    this.#lists = {
      ...(has('tools', 'listChanged') && { toolsListChanged: true }),
      ...(has('prompts', 'listChanged') && { promptsListChanged: true }),
      ...(has('resources', 'listChanged') && { resourcesListChanged: true }),
    };
  }

  follow(uri: string, isFollowed: boolean): void {
    if (isFollowed) this.#followed.add(uri);
    else this.#followed.delete(uri);
    this.listen();
  }

  /** Subscribes to the current topics, in place of the previous subscription. */
  listen(): void {
    clearTimeout(this.#timer);
    if (this.#current !== undefined) this.cancel(this.#current);
    this.#current = undefined;
    const uris = this.#mayFollow ? [...this.#followed] : [];
    const notifications = { ...this.#lists, ...(uris.length > 0 && { resourceSubscriptions: uris }) };
    if (this.#isClosed || Object.keys(notifications).length === 0) return;
    const id = `listen/${++this.#count}`;
    this.#current = id;
    this.send(id, notifications).catch(() => this.ended(id));
  }

  /** Returns whether a message only acknowledges the subscription. */
  hears(message: JSONRPCMessage): boolean {
    if (!('method' in message) || message.method !== 'notifications/subscriptions/acknowledged') return false;
    this.#failures = 0;
    return true;
  }

  /** Returns whether `id` is a subscription's. If it is the current one, subscribes again after a pause. */
  ended(id: RequestId): boolean {
    if (typeof id !== 'string' || !id.startsWith('listen/')) return false;
    if (id !== this.#current) return true;
    this.#current = undefined;
    this.#failures += 1;
    if (this.#failures <= MAX_FAILURES && !this.#isClosed) {
      this.#timer = setTimeout(() => this.listen(), PAUSE_MS);
      this.#timer.unref();
    }
    return true;
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    if (this.#current !== undefined) this.cancel(this.#current);
    this.#current = undefined;
  }
}
