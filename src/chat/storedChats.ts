import type { SessionStore } from '../agent/ports/sessionStore';
import type { KeptValues } from '../agent/ports/storedValues';
import type { SessionStart } from '../agent/session';
import { restoreChat } from '../sessions/restoreChat';
import { takeUpSession } from '../sessions/takeUpSession';
import type { AgentEvent } from '../shared/events';
import type { Message, UserMessage } from '../shared/messages';
import type { Chat } from './chat';
import type { OpenChats } from './openChats';
import { storeCopy, storeFork } from './storedCopies';
import type { Surface } from './surface';

/** The chat that the view shows is remembered under this key; a tab remembers its own. */
const SHOWN_CHAT = 'session';
const RELOAD_WAITS = 20;
const RELOAD_WAIT_MS = 100;

export interface StoredChatsOptions {
  readonly store: SessionStore;
  readonly stored: KeptValues;
  readonly newId: () => string;
  readonly now: () => number;
  readonly wait: (ms: number) => Promise<void>;
  /** The view in the side bar. */
  readonly view: Surface;
}

/** The surfaces, and which of them shows which chat. */
export interface ChatSurfaces {
  readonly used: Surface;
  shownOn(surface: Surface): Chat | undefined;
  surfaceOf(chat: Chat): Surface | undefined;
  use(surface: Surface): void;
  show(surface: Surface, start: SessionStart): Chat;
  moveTo(surface: Surface, chat: Chat): void;
}

/** Opens the chats of the store on surfaces, and stores copies of those that are open. */
export class StoredChats {
  constructor(
    private readonly surfaces: ChatSurfaces,
    private readonly openChats: OpenChats,
    private readonly options: StoredChatsOptions,
  ) {}

  /** To be called when a chat gets its first prompt: an empty one leaves no trace. */
  remember(chat: Chat): void {
    chat.begin();
    if (this.surfaces.surfaceOf(chat)?.kind === 'view') this.options.stored.set(SHOWN_CHAT, chat.id);
  }

  /** To be called when a surface shows another chat: the view shows it after a reload, if it has a prompt. */
  noteShown({ kind }: Surface, chat: Chat): void {
    if (kind === 'view') this.options.stored.set(SHOWN_CHAT, chat.hasPrompts ? chat.id : undefined);
  }

  /** Shows the chat that the view of this workspace showed last, unless it was deleted. Gives its title if it can't be read. */
  async restore(): Promise<string | undefined> {
    const id = this.options.stored.get(SHOWN_CHAT);
    if (typeof id !== 'string') return undefined;
    const taken = await this.#takeUpAfterReload(id);
    const { view } = this.options;
    const isWanted = !this.surfaces.shownOn(view)?.hasPrompts && !this.openChats.get(id);
    if (taken && isWanted) this.surfaces.show(view, { restored: taken.state });
    return taken ? undefined : (await this.options.store.list()).find(session => session.id === id)?.title;
  }

  /**
   * Shows, in a tab of an earlier window, the chat that it showed; a new one where that is gone. `isNew`: it had no prompt yet.
   * False if it is gone.
   */
  async reopen(tab: Surface, sessionId: string, isNew: boolean): Promise<boolean> {
    await this.openChats.closed(sessionId);
    const open = this.openChats.get(sessionId);
    if (open) {
      this.surfaces.moveTo(tab, open);
      return true;
    }
    const taken = isNew ? { state: restoreChat(sessionId, []) } : await this.#takeUpAfterReload(sessionId);
    this.surfaces.show(tab, taken ? { restored: taken.state } : { source: 'clear' });
    return taken !== null;
  }

  /**
   * Shows a chat, and uses the surface that it is on: the one that shows it already, else the given one. False if there is
   * no such chat. One that is open in another window is continued as a copy.
   */
  async open(sessionId: string, surface = this.surfaces.used): Promise<boolean> {
    await this.openChats.closed(sessionId);
    const open = this.openChats.get(sessionId);
    if (open) {
      const shown = this.surfaces.surfaceOf(open);
      if (!shown) this.surfaces.moveTo(surface, open);
      this.surfaces.use(shown ?? surface);
      return true;
    }
    const taken = await takeUpSession(sessionId, { ...this.options, mayCopy: true });
    if (taken) this.surfaces.show(surface, { restored: taken.state });
    if (taken) this.surfaces.use(surface);
    return taken !== null;
  }

  /** Continues, in a chat of its own, a conversation from elsewhere; `sessionId` is one that no session has. */
  adopt(messages: readonly Message[], sessionId = this.options.newId(), surface = this.surfaces.used): void {
    const events = messages.map((message): AgentEvent => ({ type: 'message', message }));
    this.options.store.append(sessionId, events);
    this.surfaces.show(surface, { restored: restoreChat(sessionId, events) });
  }

  /** Continues in a new chat from before a prompt; the one so far stays as it is. Null if that is not possible. */
  async fork(chat: Chat, messageId: string): Promise<{ readonly chat: Chat; readonly prompt: UserMessage } | null> {
    const { messages, isRunning } = chat.session.state;
    const prompt = messages.find(({ id }) => id === messageId);
    if (isRunning || prompt?.role !== 'user') return null;
    if (!this.surfaces.surfaceOf(chat)) return null;
    await this.openChats.save();
    const restored = await storeFork(this.options, chat.id, messageId);
    // A tab may have been closed meanwhile.
    const surface = this.surfaces.surfaceOf(chat);
    return restored && surface ? { chat: this.surfaces.show(surface, { restored }), prompt } : null;
  }

  /** Stores all of a chat once more under a name of its own; gives the copy's id, null if that is not possible. */
  async copy(chat: Chat): Promise<string | null> {
    await this.openChats.save();
    return storeCopy(this.options, chat.id);
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
}
