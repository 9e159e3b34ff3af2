import type { McpConnection } from '../connection/mcpConnection';

/** The resources of one server that chats follow. They outlive a connection: the next one subscribes again. */
export class FollowedResources {
  readonly #followers = new Map<string, Set<() => void>>();

  constructor(
    private readonly connection: () => McpConnection | undefined,
    /** Called when the set of followed resources changes. */
    private readonly onChange: () => void,
    private readonly onError: (error: unknown) => void,
  ) {}

  /** The resources' URIs. */
  get uris(): readonly string[] {
    return [...this.#followers.keys()];
  }

  /**
   * Follows a resource; `onUpdate` is called when it may have changed. Resolves to a function that stops following,
   * or to undefined if the server doesn't report changes. Never rejects.
   */
  async follow(uri: string, onUpdate: () => void): Promise<(() => void) | undefined> {
    const known = this.#followers.get(uri);
    if (!known && !(await this.#subscribe(uri))) return undefined;
    const followers = this.#followers.get(uri) ?? new Set();
    this.#followers.set(uri, followers.add(onUpdate));
    if (!known) this.onChange();
    return () => this.#leave(uri, onUpdate);
  }

  /** Changes while there was no connection were not reported, so everything may have changed. */
  reconnected(): void {
    for (const [uri, followers] of this.#followers) {
      void this.#subscribe(uri);
      for (const onUpdate of followers) onUpdate();
    }
  }

  /** A server may report an update of a part of a followed resource. */
  updated(uri: string): void {
    for (const [followed, followers] of this.#followers) {
      const isPart = uri.startsWith(followed.endsWith('/') ? followed : `${followed}/`);
      if (uri === followed || isPart) for (const onUpdate of followers) onUpdate();
    }
  }

  #leave(uri: string, onUpdate: () => void): void {
    const followers = this.#followers.get(uri);
    if (!followers?.delete(onUpdate) || followers.size > 0) return;
    this.#followers.delete(uri);
    this.onChange();
    this.connection()?.unsubscribe(uri).catch(this.onError);
  }

  async #subscribe(uri: string): Promise<boolean> {
    try {
      return (await this.connection()?.subscribe(uri)) ?? false;
    } catch (error) {
      this.onError(error);
      return false;
    }
  }
}
