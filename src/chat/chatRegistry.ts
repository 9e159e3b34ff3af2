import * as l10n from '@vscode/l10n';
import type { SessionStore } from '../agent/ports/sessionStore';
import type { SessionStart } from '../agent/session';
import { restoreChat } from '../sessions/restoreChat';
import { takeUpSession } from '../sessions/takeUpSession';
import type { AgentEvent } from '../shared/events';
import type { Message, UserMessage } from '../shared/messages';
import { Chat, type ChatOptions } from './chat';

/** The chat that the panel shows is remembered under this key. */
const SHOWN_CHAT = 'session';
const RELOAD_WAITS = 20;
const RELOAD_WAIT_MS = 100;

export interface ChatRegistryOptions extends Omit<ChatOptions, 'onEvents'> {
  readonly store: SessionStore;
  readonly newId: () => string;
  readonly now: () => number;
  readonly wait: (ms: number) => Promise<void>;
  /** Gets every event of every open chat in batches, after they were given to the store. */
  readonly onEvents: (chat: Chat, events: readonly AgentEvent[]) => void;
  /** The panel shows another chat. */
  readonly onSwitch: () => void;
}

/**
 * The open chats, saved as they happen. One of them is shown; of the others only those are open that work on, or have
 * something that closing would end.
 */
export class ChatRegistry {
  readonly #chats = new Map<string, Chat>();
  readonly #closing = new Map<string, Promise<void>>();
  #active: Chat;

  constructor(private readonly options: ChatRegistryOptions) {
    this.#active = this.#open();
  }

  /** The one that the panel shows. */
  get active(): Chat {
    return this.#active;
  }

  get all(): readonly Chat[] {
    return [...this.#chats.values()];
  }

  /** Undefined: no chat of that id is open. */
  get(sessionId: string): Chat | undefined {
    return this.#chats.get(sessionId);
  }

  /** Undefined also for a chat that is about to close, in which nothing can begin any more. */
  getLasting(sessionId: string): Chat | undefined {
    return this.#closing.has(sessionId) ? undefined : this.#chats.get(sessionId);
  }

  /** Shows the chat that this workspace showed last, unless it was deleted. Gives its title if it can't be read. */
  async restore(): Promise<string | undefined> {
    const id = this.options.stored.get(SHOWN_CHAT);
    if (typeof id !== 'string') return undefined;
    // After a reload the window before this one may take a moment to end.
    let waits = RELOAD_WAITS;
    const waitForIt = async () => {
      if (waits-- > 0) await this.options.wait(RELOAD_WAIT_MS);
      return waits >= 0;
    };
    const taken = await takeUpSession(id, { ...this.options, mayCopy: true, waitForIt });
    if (taken && !this.#active.hasPrompts) this.#show({ restored: taken.state });
    return taken ? undefined : (await this.options.store.list()).find(session => session.id === id)?.title;
  }

  /** Shows a new chat. The one before goes on if it is at work, and is closed otherwise. */
  newChat(): void {
    this.#show({ source: 'clear' });
  }

  /** False if there is no such chat. One that is open in another window is gone on with as a copy. */
  async open(sessionId: string): Promise<boolean> {
    await this.#closing.get(sessionId);
    const open = this.#chats.get(sessionId);
    if (open) {
      this.#switchTo(open, 'other');
      return true;
    }
    const taken = await takeUpSession(sessionId, { ...this.options, mayCopy: true });
    if (taken) this.#show({ restored: taken.state });
    return taken !== null;
  }

  /** Goes on, in a chat of its own, with a conversation from elsewhere; `sessionId` is one that no session has. */
  adopt(messages: readonly Message[], sessionId = this.options.newId()): void {
    const events = messages.map((message): AgentEvent => ({ type: 'message', message }));
    this.options.store.append(sessionId, events);
    this.#show({ restored: restoreChat(sessionId, events) });
  }

  /** Goes on in a new chat from before a prompt; the one so far stays as it is. Null if that is not possible. */
  async fork(chat: Chat, messageId: string): Promise<UserMessage | null> {
    const { messages, isRunning } = chat.session.state;
    const prompt = messages.find(({ id }) => id === messageId);
    if (isRunning || prompt?.role !== 'user') return null;
    await this.save();
    const stored = await this.options.store.load(chat.id);
    if (!stored || this.#active !== chat) return null;
    const id = this.options.newId();
    const events: AgentEvent[] = [...stored.events, { type: 'rewound', messageId, at: this.options.now() }];
    this.options.store.append(id, events);
    this.#show({ restored: restoreChat(id, events) });
    return prompt;
  }

  /** Stores all of a chat once more under a name of its own; gives the copy's id, null if that is not possible. */
  async copy(chat: Chat): Promise<string | null> {
    const { store, newId } = this.options;
    await this.save();
    const stored = await store.load(chat.id);
    if (!stored) return null;
    const id = newId();
    store.append(id, stored.events);
    const title = (await store.list()).find(session => session.id === chat.id)?.title;
    if (title !== undefined) await store.rename(id, l10n.t('{0} (before an edit)', title));
    await store.flush();
    await store.release(id);
    return id;
  }

  /** Closes a chat whatever it is at, and shows a new one in its place; resolves when nothing more will be written to it. */
  async leave(sessionId: string): Promise<void> {
    const chat = this.#chats.get(sessionId);
    if (chat && chat === this.#active) this.#switchTo(this.#open({ source: 'clear' }), 'clear');
    if (chat) await this.#close(chat, 'clear');
    await this.#closing.get(sessionId);
  }

  /** To be called when a chat gets its first prompt: an empty one leaves no trace. */
  remember(chat: Chat): void {
    chat.begin();
    if (chat === this.#active) this.options.stored.set(SHOWN_CHAT, chat.id);
  }

  /** Resolves when everything that was shown is on disk. */
  async save(): Promise<void> {
    for (const chat of this.all) chat.flush();
    await this.options.store.flush();
  }

  /** Saves everything and leaves the sessions to the next window. */
  async end(): Promise<void> {
    await Promise.all(this.all.map(chat => this.#close(chat, 'exit')));
    await Promise.all(this.#closing.values());
  }

  #open(start?: SessionStart): Chat {
    const { options } = this;
    const onEvents = (chat: Chat, events: readonly AgentEvent[]) => {
      options.store.append(chat.id, events);
      options.onEvents(chat, events);
      const isOver = events.some(({ type }) => type === 'run-finished');
      if (isOver && chat !== this.#active && !chat.isBusy) void this.#close(chat, 'other');
    };
    const chat = new Chat({ ...options, onEvents }, start);
    this.#chats.set(chat.id, chat);
    return chat;
  }

  #show(start: SessionStart): void {
    const chat = this.#open(start);
    chat.session.recover();
    this.#switchTo(chat, start.restored ? 'other' : 'clear');
  }

  #switchTo(chat: Chat, reason: 'clear' | 'other'): void {
    const before = this.#active;
    if (before === chat) return;
    before.flush();
    this.#active = chat;
    chat.flush();
    this.options.stored.set(SHOWN_CHAT, chat.hasPrompts ? chat.id : undefined);
    if (!before.isBusy) void this.#close(before, reason);
    this.options.onSwitch();
  }

  #close(chat: Chat, reason: 'exit' | 'clear' | 'other'): Promise<void> {
    const { id } = chat;
    const closed = this.#closing.get(id) ?? this.#end(chat, reason).finally(() => this.#closing.delete(id));
    this.#closing.set(id, closed);
    return closed;
  }

  async #end(chat: Chat, reason: 'exit' | 'clear' | 'other'): Promise<void> {
    await chat.close(reason);
    if (this.#chats.get(chat.id) === chat) this.#chats.delete(chat.id);
    await this.options.store.release(chat.id);
  }
}
