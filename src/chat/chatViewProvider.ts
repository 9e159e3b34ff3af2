import * as vscode from 'vscode';
import { CHAT_EDITOR } from '../vscode/chatColumns';
import { CHAT_VIEW, ChatView } from './chatView';

/** Fills tabs of an earlier window; `state` is what the page of one has remembered. */
export interface TabsOfBefore {
  reopen(tab: vscode.WebviewPanel, state: unknown): Promise<void>;
}

/**
 * Registers the chat view, and what fills the tabs that an earlier window has left. What fills them is loaded when one is
 * first shown: a window in which nobody chats pays nothing for chats.
 */
export class ChatViewProvider implements vscode.WebviewViewProvider, vscode.WebviewPanelSerializer, vscode.Disposable {
  readonly view: ChatView;
  readonly #registration: vscode.Disposable;

  constructor(
    extensionUri: vscode.Uri,
    /** Has the host made that answers view and tabs. */
    private readonly open: () => Promise<{ readonly tabs: TabsOfBefore }>,
  ) {
    this.view = new ChatView(extensionUri);
    this.#registration = vscode.Disposable.from(
      vscode.window.registerWebviewViewProvider(CHAT_VIEW, this, {
        webviewOptions: { retainContextWhenHidden: true },
      }),
      vscode.window.registerWebviewPanelSerializer(CHAT_EDITOR, this),
    );
  }

  async resolveWebviewView(view: vscode.WebviewView): Promise<void> {
    await this.open();
    this.view.resolve(view);
  }

  async deserializeWebviewPanel(tab: vscode.WebviewPanel, state: unknown): Promise<void> {
    await (await this.open()).tabs.reopen(tab, state);
  }

  dispose(): void {
    this.#registration.dispose();
  }
}
