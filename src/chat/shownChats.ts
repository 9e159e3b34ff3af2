import type { Surface } from './surface';

/** Which chat each surface shows, none on more than one, and which surface was used last. The view is always there. */
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

  /** What it shows. */
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

  /** Undefined: it is not shown. */
  surfaceOf(chat: C): Surface | undefined {
    return [...this.#chats].find(([, shown]) => shown === chat)?.[0];
  }

  /** To be called before the surface that showed the chat so far gets another one, or is removed. */
  put(surface: Surface, chat: C): void {
    this.#chats.set(surface, chat);
  }

  /** False where that is so already, or the surface shows nothing. */
  use(surface: Surface): boolean {
    if (this.#used === surface || !this.#chats.has(surface)) return false;
    this.#used = surface;
    return true;
  }

  /** A tab is closed. The view takes its place as the one that was used last. */
  remove(tab: Surface): void {
    if (tab === this.view) return;
    this.#chats.delete(tab);
    if (this.#used === tab) this.#used = this.view;
  }
}
