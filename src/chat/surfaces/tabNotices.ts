import * as l10n from '@vscode/l10n';
import { showInformationMessage } from '../../vscode/plainWindow';
import type { Chat } from '../chat';
import type { Surface } from './surface';

export interface TabNoticesOptions {
  /** The chat of that id, if it is still open. */
  readonly get: (sessionId: string) => Chat | undefined;
  readonly open: (chat: Chat) => Promise<void>;
}

/** Notifies the user about chats in hidden or closed tabs, with a button that shows the chat. */
export class TabNotices {
  /** Tabs for which the user was already told that their chat waits. */
  readonly #told = new WeakSet<Surface>();

  constructor(private readonly options: TabNoticesOptions) {}

  /** Must be called after every event of a tab's chat. */
  update(tab: Surface & { readonly isVisible: boolean }, chat: Chat, title: string): void {
    if (chat.session.state.approvals.length === 0) this.#told.delete(tab);
    else if (!tab.isVisible && !this.#told.has(tab)) {
      this.#told.add(tab);
      void this.#tell(l10n.t('“{0}” waits for your approval.', title), chat, false);
    }
  }

  /** Tells the user that a chat whose tab was closed is still running. */
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
