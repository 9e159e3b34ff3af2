import type { SessionStore } from '../agent/ports/sessionStore';
import type { Chat } from './chat';

export interface ChatNamesOptions {
  readonly nameOf: SessionStore['nameOf'];
  /** Called when a chat is called otherwise. */
  readonly onChange: () => void;
  readonly reportBug: (message: string, error: unknown) => void;
}

/** What users called the chats that are shown. */
export class ChatNames {
  readonly #names = new Map<string, string>();

  constructor(private readonly options: ChatNamesOptions) {}

  /** Undefined: nobody called it anything. */
  of(chat: Pick<Chat, 'id'>): string | undefined {
    return this.#names.get(chat.id);
  }

  /** To be called when other chats are shown, or one may be called otherwise. */
  async read(chats: readonly Pick<Chat, 'id'>[]): Promise<void> {
    try {
      const read = await Promise.all(chats.map(({ id }) => this.#read(id)));
      if (read.includes(true)) this.options.onChange();
    } catch (error) {
      this.options.reportBug('What the chats are called could not be read', error);
    }
  }

  /** Whether it is called otherwise than before. */
  async #read(id: string): Promise<boolean> {
    const name = await this.options.nameOf(id);
    const before = this.#names.get(id);
    if (name === undefined) this.#names.delete(id);
    else this.#names.set(id, name);
    return name !== before;
  }
}
