import type { SessionStore } from '../agent/ports/sessionStore';
import type { Chat } from './chat';

export interface ChatNamesOptions {
  readonly nameOf: SessionStore['nameOf'];
  /** Called when a chat's name has changed. */
  readonly onChange: () => void;
  readonly reportBug: (message: string, error: unknown) => void;
}

/** The names that users gave to the shown chats. */
export class ChatNames {
  readonly #names = new Map<string, string>();

  constructor(private readonly options: ChatNamesOptions) {}

  /** Undefined: the user gave it no name. */
  of(chat: Pick<Chat, 'id'>): string | undefined {
    return this.#names.get(chat.id);
  }

  /** Must be called when other chats are shown, or a name may have changed. */
  async read(chats: readonly Pick<Chat, 'id'>[]): Promise<void> {
    try {
      const read = await Promise.all(chats.map(({ id }) => this.#read(id)));
      if (read.includes(true)) this.options.onChange();
    } catch (error) {
      this.options.reportBug('What the chats are called could not be read', error);
    }
  }

  /** Resolves with whether the name has changed. */
  async #read(id: string): Promise<boolean> {
    const name = await this.options.nameOf(id);
    const before = this.#names.get(id);
    if (name === undefined) this.#names.delete(id);
    else this.#names.set(id, name);
    return name !== before;
  }
}
