import type { McpConnection } from './mcpConnection';

/** The resources of one server that chats follow. They outlive a connection: the next one is asked for the same. */
export class FollowedResources {
  readonly #followers = new Map<string, Set<() => void>>();

  constructor(
    private readonly connection: () => McpConnection | undefined,
    /** Others are followed now. */
    private readonly onChange: () => void,
    private readonly onError: (error: unknown) => void,
  ) {}

  /** Their addresses. */
  get uris(): readonly string[] {
    return [...this.#followers.keys()];
  }

  /**
   * `onUpdate` hears that the resource may have changed. Gives what ends that; undefined: the server tells nobody of changes.
   * Never rejects.
   */
  async follow(uri: string, onUpdate: () => void): Promise<(() => void) | undefined> {
    const known = this.#followers.get(uri);
    if (!known && !(await this.#subscribe(uri))) return undefined;
    const followers = this.#followers.get(uri) ?? new Set();
    this.#followers.set(uri, followers.add(onUpdate));
    if (!known) this.onChange();
    return () => this.#leave(uri, onUpdate);
  }

  /** What has changed while there was no connection, nobody has heard. */
  reconnected(): void {
    for (const [uri, followers] of this.#followers) {
      void this.#subscribe(uri);
      for (const onUpdate of followers) onUpdate();
    }
  }

  /** A server may name a part of what is followed. */
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
