import type { Surface } from './surface';

/**
 * Which chat each surface shows, and which surface was used last. A chat is on one surface at most; the view always
 * exists.
 */
export class ShownChats<C> {
  readonly #chats: Map<Surface, C>;
  #used: Surface;

  constructor(
    private readonly view: Surface,
    chat: C,
  ) {
    this.#chats = new Map([[view, chat]]);
    this.#used = view;
  }

  /** The surface that has the focus, or had it last. */
  get used(): Surface {
    return this.#used;
  }

  /** The chat on that surface. */
  get active(): C {
    return this.#chats.get(this.#used) as C;
  }

  get all(): readonly C[] {
    return [...this.#chats.values()];
  }

  /** Undefined: a tab that shows none yet, or no longer. */
  on(surface: Surface): C | undefined {
    return this.#chats.get(surface);
  }

  /** Undefined: the chat is not shown. */
  surfaceOf(chat: C): Surface | undefined {
    return [...this.#chats].find(([, shown]) => shown === chat)?.[0];
  }

  /** Shows a chat. If another surface showed it, the caller must give that one another chat, or remove it. */
  put(surface: Surface, chat: C): void {
    this.#chats.set(surface, chat);
  }

  /** Returns false if the surface is already the one used last, or shows nothing. */
  use(surface: Surface): boolean {
    if (this.#used === surface || !this.#chats.has(surface)) return false;
    this.#used = surface;
    return true;
  }

  /** Must be called when a tab was closed. If it was used last, the view takes its place. */
  remove(tab: Surface): void {
    if (tab === this.view) return;
    this.#chats.delete(tab);
    if (this.#used === tab) this.#used = this.view;
  }
}
