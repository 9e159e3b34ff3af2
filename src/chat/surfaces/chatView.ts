import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { ChatEvent, ChatHost } from '../../shared/protocol';
import { openChatPage } from './chatPage';
import type { Surface } from './surface';

export const CHAT_VIEW = 'pollux.chat';

/** The view in the side bar: answers the calls of its page and sends it events. */
export class ChatView implements Surface {
  readonly kind = 'view';
  #view: vscode.WebviewView | undefined;
  #hostOf: ((chat: string) => ChatHost) | undefined;

  constructor(readonly extensionUri: vscode.Uri) {}

  /** Must be called once, before the view is resolved. */
  answerBy(hostOf: (chat: string) => ChatHost): void {
    this.#hostOf = hostOf;
  }

  resolve(view: vscode.WebviewView): void {
    const hostOf = this.#hostOf;
    if (!hostOf) throw new Error('A chat view has nobody who answers it');
    this.#view = view;
    // A count that an extension host left when it crashed stays, unless it is seen to change.
    view.badge = { value: 0, tooltip: '' };
    view.badge = undefined;
    const page = openChatPage(view.webview, { extensionUri: this.extensionUri, kind: this.kind, hostOf });
    view.onDidDispose(() => {
      page.dispose();
      if (this.#view === view) this.#view = undefined;
    });
  }

  send(events: readonly ChatEvent[]): void {
    void this.#view?.webview.postMessage({ events });
  }

  async reveal(): Promise<void> {
    await vscode.commands.executeCommand(`${CHAT_VIEW}.focus`);
  }

  /** Shows on the panel's icon how many approvals wait for the user. */
  setWaiting(count: number): void {
    if (!this.#view || (this.#view.badge?.value ?? 0) === count) return;
    this.#view.badge = count === 0 ? undefined : { value: count, tooltip: l10n.t('Waiting for your approval') };
  }
}
