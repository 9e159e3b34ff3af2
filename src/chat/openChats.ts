import type { SessionStore } from '../agent/ports/sessionStore';
import type { SessionStart } from '../agent/session';
import type { AgentEvent } from '../shared/events';
import { Chat, type ChatOptions } from './chat';

export interface OpenChatsOptions extends Omit<ChatOptions, 'onEvents' | 'onDone' | 'isApart'> {
  readonly store: SessionStore;
  /** Called with all events of open chats, in batches, after they were passed to the store. */
  readonly onEvents: (chat: Chat, events: readonly AgentEvent[]) => void;
}

/** Why a chat is closed, as reported to hooks. */
export type CloseReason = 'exit' | 'clear' | 'other';

/** The open chats by id, until nothing more is written to them; stored as events arrive. */
export class OpenChats {
  readonly #chats = new Map<string, Chat>();
  readonly #closing = new Map<string, Promise<void>>();

  constructor(
    private readonly options: OpenChatsOptions,
    /** Called when work that kept a chat open is done. */
    private readonly onDone: (chat: Chat) => void,
  ) {}

  get all(): readonly Chat[] {
    return [...this.#chats.values()];
  }

  get(sessionId: string): Chat | undefined {
    return this.#chats.get(sessionId);
  }

  isClosing(sessionId: string): boolean {
    return this.#closing.has(sessionId);
  }

  /** `isApart`: the chat is in a tab and has its own draft. */
  open(isApart: boolean, start?: SessionStart): Chat {
    const { options } = this;
    const onEvents = (chat: Chat, events: readonly AgentEvent[]) => {
      options.store.append(chat.id, events);
      options.onEvents(chat, events);
    };
    const chat = new Chat({ ...options, onEvents, onDone: this.onDone, isApart }, start);
    this.#chats.set(chat.id, chat);
    return chat;
  }

  close(chat: Chat, reason: CloseReason): Promise<void> {
    const { id } = chat;
    const closed = this.#closing.get(id) ?? this.#end(chat, reason).finally(() => this.#closing.delete(id));
    this.#closing.set(id, closed);
    return closed;
  }

  /** Resolves when a closing chat is closed; immediately if the id is unknown. */
  async closed(sessionId: string): Promise<void> {
    await this.#closing.get(sessionId);
  }

  /** Resolves when everything shown so far is on disk. */
  async save(): Promise<void> {
    for (const chat of this.all) chat.flush();
    await this.options.store.flush();
  }

  /** Saves everything and releases the sessions for the next window. */
  async end(): Promise<void> {
    await Promise.all(this.all.map(chat => this.close(chat, 'exit')));
    await Promise.all(this.#closing.values());
  }

  async #end(chat: Chat, reason: CloseReason): Promise<void> {
    await chat.close(reason);
    if (this.#chats.get(chat.id) === chat) this.#chats.delete(chat.id);
    await this.options.store.release(chat.id);
  }
}
