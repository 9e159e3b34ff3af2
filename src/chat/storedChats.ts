import type { SessionStore } from '../agent/ports/sessionStore';
import type { KeptValues } from '../agent/ports/storedValues';
import type { SessionStart } from '../agent/session';
import { restoreChat } from '../sessions/restoreChat';
import { takeUpSession, type TakenUp } from '../sessions/takeUpSession';
import type { AgentEvent } from '../shared/events';
import type { Message, UserMessage } from '../shared/messages';
import type { Chat } from './chat';
import type { OpenChats } from './openChats';
import { recoverPrompt, returnToDraft, storedDraft, unrecordedPrompt, type Drafting } from './prompts/drafts';
import { storeCopy, storeFork } from './storedCopies';
import type { Surface } from './surfaces/surface';

/** The key for the chat that the view shows; tabs store their own. */
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

/** Opens stored chats on surfaces, and stores copies of open ones. */
export class StoredChats {
  /** What was requested last for each surface. */
  readonly #requests = new WeakMap<Surface, { readonly sessionId: string | undefined }>();
  /** The sessions that are being read, by id. */
  readonly #taking = new Map<string, ReturnType<typeof takeUpSession>>();
  /** The chats of which a copy is being stored to continue in. */
  readonly #forking = new WeakSet<Chat>();

  constructor(
    private readonly surfaces: ChatSurfaces,
    private readonly openChats: OpenChats,
    private readonly options: StoredChatsOptions,
  ) {}

  /** Must be called when a chat gets its first prompt: an empty one leaves no trace. */
  remember(chat: Chat): void {
    chat.begin();
    if (this.surfaces.surfaceOf(chat)?.kind === 'view') this.options.stored.set(SHOWN_CHAT, chat.id);
  }

  /** Must be called when a surface shows another chat, so that the view shows it after a reload if it has a prompt. */
  noteShown({ kind }: Surface, chat: Chat): void {
    if (kind === 'view') this.options.stored.set(SHOWN_CHAT, chat.hasPrompts ? chat.id : undefined);
  }

  /**
   * Must be called when another chat is requested for a surface; reading it may take a while. Returns a function that
   * tells whether that is still the latest request.
   */
  requested(surface: Surface, sessionId?: string): () => boolean {
    const request = { sessionId };
    this.#requests.set(surface, request);
    return () => this.#requests.get(surface) === request;
  }

  /**
   * Shows the chat that this workspace's view showed last, unless it was deleted or the user has begun another one.
   * Resolves with its title if it can't be read.
   */
  async restore(): Promise<string | undefined> {
    const { view } = this.options;
    const first = this.surfaces.shownOn(view);
    if (first) recoverPrompt(first);
    const id = this.options.stored.get(SHOWN_CHAT);
    if (typeof id !== 'string') return undefined;
    const isLatest = this.requested(view, id);
    const taken = await this.#take(id, afterReload(this.options.wait));
    const isOpen = this.openChats.get(id) !== undefined;
    const shown = this.surfaces.shownOn(view);
    // A prompt sent meanwhile may not be in the conversation yet.
    const isWanted = isLatest() && !shown?.hasPrompts && !shown?.isBusy && !isOpen;
    if (taken && isWanted) recoverPrompt(this.surfaces.show(view, startOf(taken)));
    else if (taken && !isOpen) await this.#dropUnlessRequested(taken, view);
    if (taken) return undefined;
    const unreadable = (await this.options.store.list()).find(session => session.id === id);
    // Its first prompt was never recorded.
    if (!unreadable && isWanted && shown) returnToDraft(shown, unrecordedPrompt(this.options.stored, id));
    return unreadable?.title;
  }

  /**
   * Shows the chat of a tab from an earlier window, or a new one if it no longer exists. `isNew`: it had no prompt
   * yet. Resolves with false if it no longer exists.
   */
  async reopen(tab: Surface, sessionId: string, isNew: boolean): Promise<boolean> {
    await this.openChats.closed(sessionId);
    const open = this.openChats.get(sessionId);
    if (open) {
      this.surfaces.moveTo(tab, open);
      return true;
    }
    const taken = isNew
      ? { state: restoreChat(sessionId, []) }
      : await this.#take(sessionId, afterReload(this.options.wait));
    recoverPrompt(this.surfaces.show(tab, taken ? startOf(taken) : { source: 'clear' }));
    return taken !== null;
  }

  /**
   * Shows a chat and marks its surface as used: the surface that shows it already, else the given one. Resolves with
   * false if there is no such chat. A chat that is open in another window is continued as a copy. Of several requests
   * for a surface, the latest counts.
   */
  async open(sessionId: string, surface = this.surfaces.used): Promise<boolean> {
    const isLatest = this.requested(surface, sessionId);
    await this.openChats.closed(sessionId);
    const taken = this.openChats.get(sessionId) ? null : await this.#take(sessionId);
    // It may have been opened elsewhere meanwhile.
    const open = this.openChats.get(sessionId);
    if (!isLatest()) {
      if (taken && !open) await this.#dropUnlessRequested(taken, surface);
    } else if (open) {
      const shown = this.surfaces.surfaceOf(open);
      if (!shown) this.surfaces.moveTo(surface, open);
      this.surfaces.use(shown ?? surface);
    } else if (taken) {
      recoverPrompt(this.surfaces.show(surface, startOf(taken)));
      this.surfaces.use(surface);
    }
    return open !== undefined || taken !== null;
  }

  /** Continues a conversation from elsewhere in its own chat; `sessionId` must not be in use. */
  adopt(messages: readonly Message[], sessionId = this.options.newId(), surface = this.surfaces.used): void {
    const events = messages.map((message): AgentEvent => ({ type: 'message', message }));
    this.options.store.append(sessionId, events);
    this.surfaces.show(surface, { restored: restoreChat(sessionId, events) });
  }

  /** Continues in a new chat from before a prompt; the chat itself is unchanged. Null if that is not possible. */
  async fork(chat: Chat, messageId: string): Promise<{ readonly chat: Chat; readonly prompt: UserMessage } | null> {
    const { messages, isRunning } = chat.session.state;
    const prompt = messages.find(({ id }) => id === messageId);
    if (isRunning || prompt?.role !== 'user' || !this.surfaces.surfaceOf(chat) || this.#forking.has(chat)) return null;
    this.#forking.add(chat);
    const restored = await this.openChats
      .save()
      .then(() => storeFork(this.options, chat.id, messageId))
      .finally(() => this.#forking.delete(chat));
    // The tab may have been closed meanwhile.
    const surface = this.surfaces.surfaceOf(chat);
    return restored && surface ? { chat: this.surfaces.show(surface, { restored }), prompt } : null;
  }

  /** The draft of a chat, whether or not it is open. */
  readonly draftsOf = (id: string): Drafting => this.openChats.get(id) ?? storedDraft(this.options.stored, id);

  /** Stores a copy of a chat under a new id; resolves with that id, or null if that is not possible. */
  async copy(chat: Chat): Promise<string | null> {
    await this.openChats.save();
    return storeCopy(this.options, chat.id);
  }

  /** Two requests for the same session must not open it twice. */
  #take(sessionId: string, waitForIt?: () => Promise<boolean>): ReturnType<typeof takeUpSession> {
    const taking =
      this.#taking.get(sessionId) ??
      takeUpSession(sessionId, { ...this.options, mayCopy: true, ...(waitForIt && { waitForIt }) }).finally(() =>
        this.#taking.delete(sessionId),
      );
    this.#taking.set(sessionId, taking);
    return taking;
  }

  /** Releases a session that isn't shown after all. */
  async #dropUnlessRequested({ state: { sessionId } }: TakenUp, surface: Surface): Promise<void> {
    if (this.#requests.get(surface)?.sessionId !== sessionId) await this.options.store.release(sessionId);
  }
}

function startOf({ state: restored, wasAbandoned = false }: Pick<TakenUp, 'state'> & Partial<TakenUp>): SessionStart {
  return { restored, wasAbandoned };
}

/** After a reload, the previous window may need a moment to release a session. */
function afterReload(wait: StoredChatsOptions['wait']): () => Promise<boolean> {
  let waits = RELOAD_WAITS;
  return async () => {
    if (waits-- > 0) await wait(RELOAD_WAIT_MS);
    return waits >= 0;
  };
}
