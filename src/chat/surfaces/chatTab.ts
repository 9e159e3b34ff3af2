import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { ChatEvent, ChatHost } from '../../shared/protocol';
import { openChatPage } from './chatPage';
import type { Surface } from './surface';
import { plainText } from '../../shared/plainText';

/** An editor tab that shows a chat. */
export class ChatTab implements Surface {
  readonly kind = 'tab';
  #page: vscode.Disposable | undefined;
  #title = '';
  #isWaiting = false;

  constructor(
    readonly panel: vscode.WebviewPanel,
    private readonly extensionUri: vscode.Uri,
  ) {}

  /** Must be called once, when there is a chat to show. */
  fill(hostOf: (chat: string) => ChatHost): void {
    this.#page = openChatPage(this.panel.webview, { extensionUri: this.extensionUri, kind: this.kind, hostOf });
  }

  send(events: readonly ChatEvent[]): void {
    // Tabs left by an earlier version don't retain their page while hidden.
    if (this.panel.visible || this.panel.options.retainContextWhenHidden)
      void this.panel.webview.postMessage({ events });
  }

  async reveal(): Promise<void> {
    this.panel.reveal(this.panel.viewColumn);
  }

  get isVisible(): boolean {
    return this.panel.visible;
  }

  /** Empty title: a chat without a prompt. `isWaiting`: for an approval. */
  name(title: string, isWaiting: boolean): void {
    if (this.#title === title && this.#isWaiting === isWaiting && this.panel.iconPath) return;
    this.#title = title;
    this.#isWaiting = isWaiting;
    const name = title === '' ? l10n.t('New chat') : plainText(title);
    this.panel.title = isWaiting ? l10n.t('{0} (waiting for approval)', name) : name;
    const file = isWaiting ? 'pollux-waiting' : 'pollux';
    const icon = (theme: string) => vscode.Uri.joinPath(this.extensionUri, 'media', `${file}-${theme}.svg`);
    this.panel.iconPath = { light: icon('light'), dark: icon('dark') };
  }

  dispose(): void {
    this.#page?.dispose();
  }
}
