import * as l10n from '@vscode/l10n';
import type * as vscode from 'vscode';
import type { KeptValues } from '../agent/ports/storedValues';
import type { SessionStore } from '../agent/ports/sessionStore';
import type { Session } from '../agent/session';
import type { ChatState } from '../shared/chatState';
import type { AgentEvent } from '../shared/events';
import type { Message, UserMessage } from '../shared/messages';
import type { Verdict } from '../shared/proposals';
import { restoreChat } from '../sessions/restoreChat';
import { takeUpSession } from '../sessions/takeUpSession';
import { EventOutlet } from './eventOutlet';

/** The workspace's last session is remembered under this key. */
const LAST_SESSION = 'session';
const RELOAD_WAITS = 20;
const RELOAD_WAIT_MS = 100;

export interface CurrentChatOptions {
  readonly store: SessionStore;
  readonly kept: KeptValues;
  /** `source`: it takes the place of another one, and is new. */
  readonly createSession: (restored?: ChatState, source?: 'clear') => Session;
  readonly newId: () => string;
  readonly now: () => number;
  readonly wait: (ms: number) => Promise<void>;
  /** Gets every event of the session in batches, after they were given to the store. */
  readonly onEvents: (events: readonly AgentEvent[]) => void;
  /** Another session took the place of the one before. */
  readonly onSwitch: () => void;
}

/** The session that the panel shows, saved as it happens; one at a time. */
export class CurrentChat implements vscode.Disposable {
  #session: Session;
  #unsubscribe: () => void;
  readonly #outlet: EventOutlet;
  /** Those that were left while they waited for the person, by their ids; they wait on. */
  readonly #waiting = new Map<string, Session>();

  constructor(private readonly options: CurrentChatOptions) {
    this.#outlet = new EventOutlet(events => {
      options.store.append(this.#session.state.sessionId, events);
      options.onEvents(events);
    });
    this.#session = options.createSession();
    this.#unsubscribe = this.#session.subscribe(event => this.#outlet.push(event));
  }

  get session(): Session {
    return this.#session;
  }

  /** Takes up the session that this workspace had last, unless it was deleted. Gives its title if it can't be read. */
  async restore(): Promise<string | undefined> {
    const id = this.options.kept.get(LAST_SESSION);
    if (typeof id !== 'string') return undefined;
    // After a reload the window before this one may take a moment to end.
    let waits = RELOAD_WAITS;
    const waitForIt = async () => {
      if (waits-- > 0) await this.options.wait(RELOAD_WAIT_MS);
      return waits >= 0;
    };
    const taken = await takeUpSession(id, { ...this.options, mayCopy: true, waitForIt });
    if (taken && this.#session.state.messages.length === 0) this.#switchTo(taken.state);
    return taken ? undefined : (await this.options.store.list()).find(session => session.id === id)?.title;
  }

  /** Answers a question of this chat, or of one that was left waiting. False if nobody asks it. */
  decide(callId: string, verdict: Verdict): boolean {
    return [this.#session, ...this.#waiting.values()].some(session => session.decide(callId, verdict));
  }

  newChat(): void {
    this.#switchTo(undefined);
  }

  /** False if there is no such session. One that is open in another window is gone on with as a copy. */
  async open(sessionId: string): Promise<boolean> {
    if (sessionId === this.#session.state.sessionId) return true;
    const waiting = this.#waiting.get(sessionId);
    if (waiting) {
      this.#show(waiting, 'other');
      return true;
    }
    const taken = await takeUpSession(sessionId, { ...this.options, mayCopy: true });
    if (taken) this.#switchTo(taken.state);
    return taken !== null;
  }

  /** Goes on, in a session of its own, with a conversation from elsewhere; `sessionId` is one that no session has. */
  adopt(messages: readonly Message[], sessionId = this.options.newId()): void {
    const events = messages.map((message): AgentEvent => ({ type: 'message', message }));
    this.options.store.append(sessionId, events);
    this.#switchTo(restoreChat(sessionId, events));
  }

  /** Goes on in a new session from before a prompt; the one so far stays as it is. Null if that is not possible. */
  async fork(messageId: string): Promise<UserMessage | null> {
    const { sessionId, messages, isRunning } = this.#session.state;
    const prompt = messages.find(({ id }) => id === messageId);
    if (isRunning || prompt?.role !== 'user') return null;
    await this.save();
    const stored = await this.options.store.load(sessionId);
    if (!stored || this.#session.state.sessionId !== sessionId) return null;
    const id = this.options.newId();
    const events: AgentEvent[] = [...stored.events, { type: 'rewound', messageId, at: this.options.now() }];
    this.options.store.append(id, events);
    this.#switchTo(restoreChat(id, events));
    return prompt;
  }

  /** Stores all of this chat once more under a name of its own; gives the copy's id, null if that is not possible. */
  async copy(): Promise<string | null> {
    const { store, newId } = this.options;
    const { sessionId } = this.#session.state;
    await this.save();
    const stored = await store.load(sessionId);
    if (!stored) return null;
    const id = newId();
    store.append(id, stored.events);
    const title = (await store.list()).find(session => session.id === sessionId)?.title;
    if (title !== undefined) await store.rename(id, l10n.t('{0} (before an edit)', title));
    await store.flush();
    await store.release(id);
    return id;
  }

  /** Begins anew if this is the current session; resolves when nothing more will be written to it. */
  async leave(sessionId: string): Promise<void> {
    const session = this.#session;
    if (session.state.sessionId !== sessionId) return;
    const ended = new Promise<void>(resolve => {
      if (!session.state.isRunning) resolve();
      session.subscribe(event => event.type === 'run-finished' && resolve());
    });
    this.newChat();
    await ended;
  }

  /** To be called when a session gets its first prompt: an empty one leaves no trace. */
  remember(): void {
    this.options.kept.set(LAST_SESSION, this.#session.state.sessionId);
  }

  /** Passes on what has been gathered, so that a snapshot taken next holds nothing that will be sent again. */
  flush(): void {
    this.#outlet.flush();
  }

  /** Resolves when everything that was shown is on disk. */
  async save(): Promise<void> {
    this.#outlet.flush();
    await this.options.store.flush();
  }

  /** Saves everything and leaves the session to the next window. */
  async end(): Promise<void> {
    this.#outlet.flush();
    await Promise.all([this.#session, ...this.#waiting.values()].map(session => session.end('exit')));
    await this.options.store.release(this.#session.state.sessionId);
  }

  dispose(): void {
    for (const session of [this.#session, ...this.#waiting.values()]) session.stop();
    this.#unsubscribe();
    this.#outlet.flush();
  }

  #switchTo(restored: ChatState | undefined): void {
    const { createSession } = this.options;
    this.#show(restored ? createSession(restored) : createSession(undefined, 'clear'), restored ? 'other' : 'clear');
  }

  #show(next: Session, reason: 'other' | 'clear'): void {
    const before = this.#session;
    const { sessionId, isRunning, approvals } = before.state;
    if (approvals.length > 0) this.#waiting.set(sessionId, before);
    else {
      before.stop();
      void before.end(reason);
    }
    this.#outlet.flush();
    this.#unsubscribe();
    this.#unsubscribe = () => undefined;
    // What a run still has to say that was left belongs to its own session.
    const leave = () => {
      this.#waiting.delete(sessionId);
      void this.options.store.release(sessionId);
    };
    if (!isRunning) leave();
    const ended = before.subscribe(event => {
      if (this.#session === before) return;
      this.options.store.append(sessionId, [event]);
      if (event.type !== 'run-finished') return;
      ended();
      leave();
    });
    const isNew = !this.#waiting.delete(next.state.sessionId);
    this.#session = next;
    this.#unsubscribe = next.subscribe(event => this.#outlet.push(event));
    this.options.kept.set(LAST_SESSION, next.state.messages.length > 0 ? next.state.sessionId : undefined);
    if (isNew) next.recover();
    this.#outlet.flush();
    this.options.onSwitch();
  }
}
