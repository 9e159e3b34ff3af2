import * as l10n from '@vscode/l10n';
import { showInformationMessage } from '../vscode/plainWindow';
import type { Chat } from './chat';
import type { Surface } from './surface';

export interface TabNoticesOptions {
  /** The chat of that id, if it is still open. */
  readonly get: (sessionId: string) => Chat | undefined;
  readonly open: (chat: Chat) => Promise<void>;
}

/** Says what happens in chats that were in a tab, or are in one that nobody sees, and leads there. */
export class TabNotices {
  /** Those of which it was said that they wait. */
  readonly #told = new WeakSet<Surface>();

  constructor(private readonly options: TabNoticesOptions) {}

  /** To be called with whatever happens in the chat of a tab. */
  update(tab: Surface & { readonly isVisible: boolean }, chat: Chat, title: string): void {
    if (chat.session.state.approvals.length === 0) this.#told.delete(tab);
    else if (!tab.isVisible && !this.#told.has(tab)) {
      this.#told.add(tab);
      void this.#tell(l10n.t('“{0}” waits for your approval.', title), chat, false);
    }
  }

  /** The tab of a chat that is at work was closed: it goes on, and is not out of the world. */
  async tellOfGoingOn(chat: Chat, title: string): Promise<void> {
    const isWaiting = chat.session.state.approvals.length > 0;
    const text = isWaiting
      ? l10n.t('“{0}” still waits for your approval.', title)
      : l10n.t('“{0}” keeps running in the background.', title);
    await this.#tell(text, chat, true);
  }

  async #tell(text: string, { id }: Chat, mayStop: boolean): Promise<void> {
    const show = l10n.t('Show Chat');
    const stop = l10n.t('Stop');
    const answer = await showInformationMessage(text, show, ...(mayStop ? [stop] : []));
    const still = this.options.get(id);
    if (answer === stop) still?.stop();
    if (answer === show && still) await this.options.open(still);
  }
}
