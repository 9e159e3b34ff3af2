import * as vscode from 'vscode';
import { CHAT_EDITOR } from '../../vscode/chatColumns';
import { CHAT_VIEW, ChatView } from './chatView';

/** Fills tabs of an earlier window; `state` is what a tab's page stored. */
export interface TabsOfBefore {
  reopen(tab: vscode.WebviewPanel, state: unknown): Promise<void>;
}

/**
 * Registers the chat view and the serializer for tabs of an earlier window. Their code is loaded when one of them is
 * first shown, so a window without chats pays nothing for them.
 */
export class ChatViewProvider implements vscode.WebviewViewProvider, vscode.WebviewPanelSerializer, vscode.Disposable {
  readonly view: ChatView;
  readonly #registration: vscode.Disposable;

  constructor(
    extensionUri: vscode.Uri,
    /** Creates the host that answers the view and the tabs. */
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
