import * as l10n from '@vscode/l10n';
import type { ReviewThread } from '../agent/ports/reviewThreads';
import type { AgentEvent } from '../shared/events';
import { showInformationMessage } from '../vscode/plainWindow';
import type { Chat } from './chat';
import type { ChatRegistry } from './chatRegistry';
import { sayPrompt } from './sendPrompt';
import type { Sending } from './sending';

/** The comments on changes, as far as sending them goes. */
export interface SentThreads {
  all(): readonly ReviewThread[];
  sent(places: ReadonlyMap<string, string>, sessionId: string): void;
}

export interface ReviewSendingOptions {
  readonly sending: () => Sending;
  /** Undefined as long as there are none. */
  readonly threads: () => SentThreads | undefined;
  /** The comments that are not sent yet, as one prompt; `places`: where it says each thread is, by its id. */
  readonly promptOf: (threads: readonly ReviewThread[]) => {
    readonly text: string;
    readonly places: ReadonlyMap<string, string>;
  };
  /** Called when it is different what waits to be sent. */
  readonly onChange: () => void;
  readonly reportBug: (message: string, error: unknown) => void;
}

/** Sends the comments on changes to the chats that made them, as one prompt each. */
export class ReviewSending {
  /** Chats whose review is sent when their run has ended. */
  readonly #waiting = new Set<string>();
  #shown = '';

  constructor(private readonly options: ReviewSendingOptions) {}

  /** How many comments of a chat are not sent; undefined: none. */
  view(chat: Chat): { readonly comments: number; readonly isWaiting: boolean } | undefined {
    const threads = this.#draftsFor(chat);
    if (threads.length === 0) return undefined;
    const comments = threads.reduce((sum, { entries }) => sum + entries.filter(({ isDraft }) => isDraft).length, 0);
    return { comments, isWaiting: this.#waiting.has(chat.id) };
  }

  /** To be called when there may be other comments, or a chat that is shown is another. */
  update(): void {
    const shown = JSON.stringify(this.#chats.shown.map(chat => this.view(chat) ?? null));
    if (shown === this.#shown) return;
    this.#shown = shown;
    this.options.onChange();
  }

  /** Sends all there is; what is for a chat at work is sent when that is done. */
  async send(): Promise<void> {
    const chats = this.#chats.all.filter(chat => this.#draftsFor(chat).length > 0);
    if (chats.length === 0) void showInformationMessage(l10n.t('There are no comments to send.'));
    for (const chat of chats) await this.#sendTo(chat);
  }

  /** To be called with what happens in a chat. */
  heard(chat: Chat, events: readonly AgentEvent[]): void {
    const end = events.find(event => event.type === 'run-finished');
    if (!end || !this.#waiting.delete(chat.id)) return;
    this.update();
    // After anything else than its end, the user says whether it still makes sense.
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

  /** Those about its changes; the chat that was used last also gets those of which nobody knows whose they are. */
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
