import type { SessionStart } from '../agent/session';
import type { Chat } from './chat';
import { OpenChats, type OpenChatsOptions } from './openChats';
import { ShownChats } from './surfaces/shownChats';
import { StoredChats, type StoredChatsOptions } from './storedChats';
import type { Surface } from './surfaces/surface';

export interface ChatRegistryOptions extends OpenChatsOptions, StoredChatsOptions {
  /** Called when a surface shows another chat. `isMoved`: the previous one moved to another surface. */
  readonly onSwitch: (surface: Surface, isMoved: boolean) => void;
  /** Called when another surface becomes the one used last. */
  readonly onUse: () => void;
}

/**
 * The open chats, stored as events arrive. Each surface shows one. A chat that is on no surface stays open only while
 * it is busy.
 */
export class ChatRegistry {
  /** Opens stored chats on surfaces, and stores copies. */
  readonly stored: StoredChats;
  readonly #open: OpenChats;
  readonly #shown: ShownChats<Chat>;

  constructor(private readonly options: ChatRegistryOptions) {
    const onDone = (chat: Chat) => this.#closeUnlessNeeded(chat, 'other');
    const onEvents: ChatRegistryOptions['onEvents'] = (chat, events) => {
      options.onEvents(chat, events);
      if (events.some(({ type }) => type === 'run-finished')) onDone(chat);
    };
    this.#open = new OpenChats({ ...options, onEvents }, onDone);
    this.#shown = new ShownChats(options.view, this.#open.open(false));
    this.stored = new StoredChats(this, this.#open, options);
  }

  /** The chat on the surface that has the focus, or had it last. */
  get active(): Chat {
    return this.#shown.active;
  }

  /** The surface that has the focus, or had it last. */
  get used(): Surface {
    return this.#shown.used;
  }

  /** The chats that are on a surface. */
  get shown(): readonly Chat[] {
    return this.#shown.all;
  }

  get all(): readonly Chat[] {
    return this.#open.all;
  }

  /** Undefined: no chat of that id is open. */
  get(sessionId: string): Chat | undefined {
    return this.#open.get(sessionId);
  }

  /** Like `get`, but undefined also for a chat that is closing, in which nothing can begin any more. */
  getLasting(sessionId: string): Chat | undefined {
    return this.#open.isClosing(sessionId) ? undefined : this.#open.get(sessionId);
  }

  /** The chat on a surface; undefined: a tab that shows none yet, or no longer. */
  shownOn(surface: Surface): Chat | undefined {
    return this.#shown.on(surface);
  }

  /** Undefined: the chat is not shown. */
  surfaceOf(chat: Chat): Surface | undefined {
    return this.#shown.surfaceOf(chat);
  }

  /** Must be called when a surface gets the focus. */
  use(surface: Surface): void {
    if (this.#shown.use(surface)) this.options.onUse();
  }

  /** Must be called when something is chosen in the view's menu. */
  useView(): void {
    this.use(this.options.view);
  }

  /** Shows a new chat. The previous one continues if it is busy, and is closed otherwise. */
  newChat(surface = this.used): void {
    this.show(surface, { source: 'clear' });
  }

  /** Moves an open chat to another surface. The view gets a new chat in its place; the caller closes a tab. */
  moveTo(surface: Surface, chat: Chat): void {
    const from = this.#shown.surfaceOf(chat);
    if (from === surface) return;
    if (from?.kind === 'tab') this.#shown.remove(from);
    chat.setApart(surface.kind === 'tab');
    this.#switchTo(surface, chat, 'other');
    if (from?.kind === 'view') this.#switchTo(from, this.#open.open(false, { source: 'clear' }), 'clear');
  }

  /**
   * To be called when a tab was closed. A busy chat continues and is returned; others are closed. A chat without a
   * prompt moves to the view with its draft, unless the chat there has a prompt or a draft.
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

  /** Moves a chat that has only a draft to the view, unless the view's chat has a prompt or a draft. */
  #bringBack(chat: Chat): void {
    const { view } = this.options;
    const shown = this.#shown.on(view);
    if (chat.hasPrompts || chat.draft === '' || !shown || shown.hasPrompts || shown.draft !== '') return;
    chat.setApart(false);
    this.#switchTo(view, chat, 'other');
  }

  /** Closes a chat, busy or not, and shows a new one in its place. Resolves when nothing more is written to it. */
  async leave(sessionId: string): Promise<void> {
    const chat = this.#open.get(sessionId);
    const surface = chat && this.#shown.surfaceOf(chat);
    if (surface) this.newChat(surface);
    if (chat) await this.#open.close(chat, 'clear');
    await this.#open.closed(sessionId);
  }

  /** Resolves when everything shown so far is on disk. */
  save(): Promise<void> {
    return this.#open.save();
  }

  /** Saves everything and releases the sessions for the next window. */
  end(): Promise<void> {
    return this.#open.end();
  }

  /** Opens a chat on a surface, in place of the current one. */
  show(surface: Surface, start: SessionStart): Chat {
    const chat = this.#open.open(surface.kind === 'tab', start);
    chat.session.recover(start.wasAbandoned);
    this.#switchTo(surface, chat, start.restored ? 'other' : 'clear');
    return chat;
  }

  #switchTo(surface: Surface, chat: Chat, reason: 'clear' | 'other'): void {
    const before = this.#shown.on(surface);
    if (before === chat) return;
    before?.flush();
    this.#shown.put(surface, chat);
    this.stored.requested(surface);
    chat.flush();
    this.stored.noteShown(surface, chat);
    if (before) this.#closeUnlessNeeded(before, reason);
    this.options.onSwitch(surface, before !== undefined && this.#shown.surfaceOf(before) !== undefined);
  }

  #closeUnlessNeeded(chat: Chat, reason: 'clear' | 'other'): void {
    if (!this.#shown.surfaceOf(chat) && !chat.isBusy) void this.#open.close(chat, reason);
  }
}
