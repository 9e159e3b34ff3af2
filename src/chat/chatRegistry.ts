import type { SessionStore } from '../agent/ports/sessionStore';
import type { SessionStart } from '../agent/session';
import { restoreChat } from '../sessions/restoreChat';
import { takeUpSession } from '../sessions/takeUpSession';
import type { AgentEvent } from '../shared/events';
import type { Message, UserMessage } from '../shared/messages';
import { Chat, type ChatOptions } from './chat';
import { ShownChats } from './shownChats';
import { storeCopy, storeFork } from './storedCopies';
import type { Surface } from './surface';

/** The chat that the view shows is remembered under this key; a tab remembers its own. */
const SHOWN_CHAT = 'session';
const RELOAD_WAITS = 20;
const RELOAD_WAIT_MS = 100;

export interface ChatRegistryOptions extends Omit<ChatOptions, 'onEvents' | 'isApart'> {
  readonly store: SessionStore;
  readonly newId: () => string;
  readonly now: () => number;
  readonly wait: (ms: number) => Promise<void>;
  /** Gets every event of every open chat in batches, after they were given to the store. */
  readonly onEvents: (chat: Chat, events: readonly AgentEvent[]) => void;
  /** The view in the side bar. */
  readonly view: Surface;
  /** The surface shows another chat. `isMoved`: the one that it showed has gone to another surface. */
  readonly onSwitch: (surface: Surface, isMoved: boolean) => void;
  /** Another surface is the one that was used last. */
  readonly onUse: () => void;
}

/**
 * The open chats, saved as they happen. One of them is shown on each surface; of the others only those are open that work
 * on, or have something that closing would end.
 */
export class ChatRegistry {
  readonly #chats = new Map<string, Chat>();
  readonly #closing = new Map<string, Promise<void>>();
  readonly #shown: ShownChats<Chat>;

  constructor(private readonly options: ChatRegistryOptions) {
    this.#shown = new ShownChats(options.view, this.#open());
  }

  /** The one on the surface that has the focus, or had it last. */
  get active(): Chat {
    return this.#shown.active;
  }

  /** The surface that has the focus, or had it last. */
  get used(): Surface {
    return this.#shown.used;
  }

  /** Those that are on a surface. */
  get shown(): readonly Chat[] {
    return this.#shown.all;
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

  /** What a surface shows; undefined: a tab that shows nothing yet, or no longer. */
  shownOn(surface: Surface): Chat | undefined {
    return this.#shown.on(surface);
  }

  /** Undefined: the chat is not shown. */
  surfaceOf(chat: Chat): Surface | undefined {
    return this.#shown.surfaceOf(chat);
  }

  /** To be called when a surface gets the focus. */
  use(surface: Surface): void {
    if (this.#shown.use(surface)) this.options.onUse();
  }

  /** To be called when something is chosen in the menu of the view. */
  useView(): void {
    this.use(this.options.view);
  }

  /** Shows the chat that the view of this workspace showed last, unless it was deleted. Gives its title if it can't be read. */
  async restore(): Promise<string | undefined> {
    const id = this.options.stored.get(SHOWN_CHAT);
    if (typeof id !== 'string') return undefined;
    const taken = await this.#takeUpAfterReload(id);
    const { view } = this.options;
    const isWanted = !this.#shown.on(view)?.hasPrompts && !this.#chats.has(id);
    if (taken && isWanted) this.#show(view, { restored: taken.state });
    return taken ? undefined : (await this.options.store.list()).find(session => session.id === id)?.title;
  }

  /**
   * Shows, in a tab of an earlier window, the chat that it showed; a new one where that is gone. `isNew`: it had no prompt yet.
   * False if it is gone.
   */
  async reopen(tab: Surface, sessionId: string, isNew: boolean): Promise<boolean> {
    await this.#closing.get(sessionId);
    const open = this.#chats.get(sessionId);
    if (open) {
      this.moveTo(tab, open);
      return true;
    }
    const taken = isNew ? { state: restoreChat(sessionId, []) } : await this.#takeUpAfterReload(sessionId);
    this.#show(tab, taken ? { restored: taken.state } : { source: 'clear' });
    return taken !== null;
  }

  /** Shows a new chat. The one before goes on if it is at work, and is closed otherwise. */
  newChat(surface = this.used): void {
    this.#show(surface, { source: 'clear' });
  }

  /**
   * Shows a chat, and uses the surface that it is on: the one that shows it already, else the given one. False if there is
   * no such chat. One that is open in another window is gone on with as a copy.
   */
  async open(sessionId: string, surface = this.used): Promise<boolean> {
    await this.#closing.get(sessionId);
    const open = this.#chats.get(sessionId);
    if (open) {
      const shown = this.#shown.surfaceOf(open);
      if (!shown) this.#switchTo(surface, open, 'other');
      this.use(shown ?? surface);
      return true;
    }
    const taken = await takeUpSession(sessionId, { ...this.options, mayCopy: true });
    if (taken) this.#show(surface, { restored: taken.state });
    if (taken) this.use(surface);
    return taken !== null;
  }

  /** Shows an open chat on another surface. The view gets a new one in its place, a tab is to be closed. */
  moveTo(surface: Surface, chat: Chat): void {
    const from = this.#shown.surfaceOf(chat);
    if (from === surface) return;
    if (from?.kind === 'tab') this.#shown.remove(from);
    chat.setApart(surface.kind === 'tab');
    this.#switchTo(surface, chat, 'other');
    if (from?.kind === 'view') this.#switchTo(from, this.#open({ source: 'clear' }), 'clear');
  }

  /**
   * A tab is closed. Its chat goes on if it is at work, and is closed otherwise; gives it if it goes on. A chat
   * without a prompt, which is in no list, goes to the view with what was typed there, unless something is in the view.
   */
  closeTab(tab: Surface): Chat | undefined {
    const chat = this.#shown.on(tab);
    const wasUsed = this.used === tab;
    this.#shown.remove(tab);
    if (wasUsed) this.options.onUse();
    if (!chat) return undefined;
    chat.flush();
    this.#bringBack(chat);
    this.#closeUnlessNeeded(chat, 'other');
    return chat.isBusy ? chat : undefined;
  }

  /** Has the view show a chat that has but a draft, unless something is there. */
  #bringBack(chat: Chat): void {
    const { view } = this.options;
    const shown = this.#shown.on(view);
    if (chat.hasPrompts || chat.draft === '' || !shown || shown.hasPrompts || shown.draft !== '') return;
    chat.setApart(false);
    this.#switchTo(view, chat, 'other');
  }

  /** Goes on, in a chat of its own, with a conversation from elsewhere; `sessionId` is one that no session has. */
  adopt(messages: readonly Message[], sessionId = this.options.newId(), surface = this.used): void {
    const events = messages.map((message): AgentEvent => ({ type: 'message', message }));
    this.options.store.append(sessionId, events);
    this.#show(surface, { restored: restoreChat(sessionId, events) });
  }

  /** Goes on in a new chat from before a prompt; the one so far stays as it is. Null if that is not possible. */
  async fork(chat: Chat, messageId: string): Promise<{ readonly chat: Chat; readonly prompt: UserMessage } | null> {
    const { messages, isRunning } = chat.session.state;
    const prompt = messages.find(({ id }) => id === messageId);
    if (isRunning || prompt?.role !== 'user') return null;
    if (!this.#shown.surfaceOf(chat)) return null;
    await this.save();
    const restored = await storeFork(this.options, chat.id, messageId);
    // A tab may have been closed meanwhile.
    const surface = this.#shown.surfaceOf(chat);
    return restored && surface ? { chat: this.#show(surface, { restored }), prompt } : null;
  }

  /** Stores all of a chat once more under a name of its own; gives the copy's id, null if that is not possible. */
  async copy(chat: Chat): Promise<string | null> {
    await this.save();
    return storeCopy(this.options, chat.id);
  }

  /** Closes a chat whatever it is at, and shows a new one in its place; resolves when nothing more will be written to it. */
  async leave(sessionId: string): Promise<void> {
    const chat = this.#chats.get(sessionId);
    const surface = chat && this.#shown.surfaceOf(chat);
    if (surface) this.#switchTo(surface, this.#open({ source: 'clear' }, surface), 'clear');
    if (chat) await this.#close(chat, 'clear');
    await this.#closing.get(sessionId);
  }

  /** To be called when a chat gets its first prompt: an empty one leaves no trace. */
  remember(chat: Chat): void {
    chat.begin();
    if (chat === this.#shown.on(this.options.view)) this.options.stored.set(SHOWN_CHAT, chat.id);
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

  #open(start?: SessionStart, surface = this.options.view): Chat {
    const { options } = this;
    const onEvents = (chat: Chat, events: readonly AgentEvent[]) => {
      options.store.append(chat.id, events);
      options.onEvents(chat, events);
      const isOver = events.some(({ type }) => type === 'run-finished');
      if (isOver) this.#closeUnlessNeeded(chat, 'other');
    };
    const chat = new Chat({ ...options, onEvents, isApart: surface.kind === 'tab' }, start);
    this.#chats.set(chat.id, chat);
    return chat;
  }

  #show(surface: Surface, start: SessionStart): Chat {
    const chat = this.#open(start, surface);
    chat.session.recover();
    this.#switchTo(surface, chat, start.restored ? 'other' : 'clear');
    return chat;
  }

  #switchTo(surface: Surface, chat: Chat, reason: 'clear' | 'other'): void {
    const before = this.#shown.on(surface);
    if (before === chat) return;
    before?.flush();
    this.#shown.put(surface, chat);
    chat.flush();
    if (surface.kind === 'view') this.options.stored.set(SHOWN_CHAT, chat.hasPrompts ? chat.id : undefined);
    if (before) this.#closeUnlessNeeded(before, reason);
    this.options.onSwitch(surface, before !== undefined && this.#shown.surfaceOf(before) !== undefined);
  }

  #closeUnlessNeeded(chat: Chat, reason: 'clear' | 'other'): void {
    if (!this.#shown.surfaceOf(chat) && !chat.isBusy) void this.#close(chat, reason);
  }

  #takeUpAfterReload(sessionId: string): ReturnType<typeof takeUpSession> {
    // After a reload the window before this one may take a moment to end.
    let waits = RELOAD_WAITS;
    const waitForIt = async () => {
      if (waits-- > 0) await this.options.wait(RELOAD_WAIT_MS);
      return waits >= 0;
    };
    return takeUpSession(sessionId, { ...this.options, mayCopy: true, waitForIt });
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
