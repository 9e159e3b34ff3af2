import type { SessionStart } from '../agent/session';
import type { Chat } from './chat';
import { OpenChats, type OpenChatsOptions } from './openChats';
import { ShownChats } from './shownChats';
import { StoredChats, type StoredChatsOptions } from './storedChats';
import type { Surface } from './surface';

export interface ChatRegistryOptions extends OpenChatsOptions, StoredChatsOptions {
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
  /** Shows those that are in the store, and stores copies. */
  readonly stored: StoredChats;
  readonly #open: OpenChats;
  readonly #shown: ShownChats<Chat>;

  constructor(private readonly options: ChatRegistryOptions) {
    this.#open = new OpenChats({
      ...options,
      onEvents: (chat, events) => {
        options.onEvents(chat, events);
        if (events.some(({ type }) => type === 'run-finished')) this.#closeUnlessNeeded(chat, 'other');
      },
    });
    this.#shown = new ShownChats(options.view, this.#open.open(false));
    this.stored = new StoredChats(this, this.#open, options);
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
    return this.#open.all;
  }

  /** Undefined: no chat of that id is open. */
  get(sessionId: string): Chat | undefined {
    return this.#open.get(sessionId);
  }

  /** Undefined also for a chat that is about to close, in which nothing can begin any more. */
  getLasting(sessionId: string): Chat | undefined {
    return this.#open.isClosing(sessionId) ? undefined : this.#open.get(sessionId);
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

  /** Shows a new chat. The one before goes on if it is at work, and is closed otherwise. */
  newChat(surface = this.used): void {
    this.show(surface, { source: 'clear' });
  }

  /** Shows an open chat on another surface. The view gets a new one in its place, a tab is to be closed. */
  moveTo(surface: Surface, chat: Chat): void {
    const from = this.#shown.surfaceOf(chat);
    if (from === surface) return;
    if (from?.kind === 'tab') this.#shown.remove(from);
    chat.setApart(surface.kind === 'tab');
    this.#switchTo(surface, chat, 'other');
    if (from?.kind === 'view') this.#switchTo(from, this.#open.open(false, { source: 'clear' }), 'clear');
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

  /** Closes a chat whatever it is at, and shows a new one in its place; resolves when nothing more will be written to it. */
  async leave(sessionId: string): Promise<void> {
    const chat = this.#open.get(sessionId);
    const surface = chat && this.#shown.surfaceOf(chat);
    if (surface) this.newChat(surface);
    if (chat) await this.#open.close(chat, 'clear');
    await this.#open.closed(sessionId);
  }

  /** Resolves when everything that was shown is on disk. */
  save(): Promise<void> {
    return this.#open.save();
  }

  /** Saves everything and leaves the sessions to the next window. */
  end(): Promise<void> {
    return this.#open.end();
  }

  /** Opens a chat on a surface, in place of what it shows. */
  show(surface: Surface, start: SessionStart): Chat {
    const chat = this.#open.open(surface.kind === 'tab', start);
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
    this.stored.noteShown(surface, chat);
    if (before) this.#closeUnlessNeeded(before, reason);
    this.options.onSwitch(surface, before !== undefined && this.#shown.surfaceOf(before) !== undefined);
  }

  #closeUnlessNeeded(chat: Chat, reason: 'clear' | 'other'): void {
    if (!this.#shown.surfaceOf(chat) && !chat.isBusy) void this.#open.close(chat, reason);
  }
}
