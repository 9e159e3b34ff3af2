import * as l10n from '@vscode/l10n';
import type { ReviewThread } from '../../agent/ports/reviewThreads';
import type { AgentEvent } from '../../shared/events';
import { showInformationMessage } from '../../vscode/plainWindow';
import type { Chat } from '../chat';
import type { ChatRegistry } from '../chatRegistry';
import { sayPrompt } from './sendPrompt';
import type { Sending } from './sending';

/** The parts of the comment threads that sending needs. */
export interface SentThreads {
  all(): readonly ReviewThread[];
  sent(places: ReadonlyMap<string, string>, sessionId: string): void;
}

export interface ReviewSendingOptions {
  readonly sending: () => Sending;
  /** Undefined while there are none. */
  readonly threads: () => SentThreads | undefined;
  /** The unsent comments as one prompt; `places`: each thread's location in the prompt, by thread id. */
  readonly promptOf: (threads: readonly ReviewThread[]) => {
    readonly text: string;
    readonly places: ReadonlyMap<string, string>;
  };
  /** Called when the comments waiting to be sent have changed. */
  readonly onChange: () => void;
  readonly reportBug: (message: string, error: unknown) => void;
}

/** Sends the comments on changes to the chats that made them, as one prompt each. */
export class ReviewSending {
  /** Chats to which comments are sent when their run has ended. */
  readonly #waiting = new Set<string>();
  #shown = '';

  constructor(private readonly options: ReviewSendingOptions) {}

  /** The number of unsent comments for a chat; undefined: none. */
  view(chat: Chat): { readonly comments: number; readonly isWaiting: boolean } | undefined {
    const threads = this.#draftsFor(chat);
    if (threads.length === 0) return undefined;
    const comments = threads.reduce((sum, { entries }) => sum + entries.filter(({ isDraft }) => isDraft).length, 0);
    return { comments, isWaiting: this.#waiting.has(chat.id) };
  }

  /** Must be called when the comments or the shown chats may have changed. */
  update(): void {
    const shown = JSON.stringify(this.#chats.shown.map(chat => this.view(chat) ?? null));
    if (shown === this.#shown) return;
    this.#shown = shown;
    this.options.onChange();
  }

  /** Sends all comments; those for a busy chat are sent when its run is done. */
  async send(): Promise<void> {
    const chats = this.#chats.all.filter(chat => this.#draftsFor(chat).length > 0);
    if (chats.length === 0) void showInformationMessage(l10n.t('There are no comments to send.'));
    for (const chat of chats) await this.#sendTo(chat);
  }

  /** Must be called with the events of every chat. */
  heard(chat: Chat, events: readonly AgentEvent[]): void {
    const end = events.find(event => event.type === 'run-finished');
    if (!end || !this.#waiting.delete(chat.id)) return;
    this.update();
    // After any other end of the run, the user decides whether the comments still make sense.
    if (end.reason !== 'done') return;
    this.#sendTo(chat).catch((error: unknown) => this.options.reportBug('A review could not be sent', error));
  }

  async #sendTo(chat: Chat): Promise<void> {
    const threads = this.#draftsFor(chat);
    if (threads.length === 0) return;
    const { text, places } = this.options.promptOf(threads);
    const isSent = await sayPrompt(this.options.sending(), chat, text);
    if (isSent) this.options.threads()?.sent(places, chat.id);
    else this.#waiting.add(chat.id);
    this.update();
  }

  /** The threads about a chat's changes. The chat used last also gets those whose chat is unknown or closed. */
  #draftsFor(chat: Chat): readonly ReviewThread[] {
    const isOpen = (id: string | undefined) => id !== undefined && this.#chats.get(id) !== undefined;
    return (this.options.threads()?.all() ?? []).filter(
      ({ entries, sentTo, sessionId }) =>
        entries.some(({ isDraft }) => isDraft) &&
        ([sentTo, sessionId].find(isOpen) ?? this.#chats.active.id) === chat.id,
    );
  }

  get #chats(): ChatRegistry {
    return this.options.sending().chats();
  }
}
