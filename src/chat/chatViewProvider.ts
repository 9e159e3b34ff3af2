import * as vscode from 'vscode';
import { CHAT_VIEW, ChatView } from './chatView';

/**
 * Registers the chat view. What fills it is loaded when it is first shown: a window in which nobody chats pays nothing
 * for chats.
 */
export class ChatViewProvider implements vscode.WebviewViewProvider, vscode.Disposable {
  readonly view: ChatView;
  readonly #registration: vscode.Disposable;

  constructor(
    extensionUri: vscode.Uri,
    /** Has the host made that answers the view. */
    private readonly open: () => Promise<unknown>,
  ) {
    this.view = new ChatView(extensionUri);
    this.#registration = vscode.window.registerWebviewViewProvider(CHAT_VIEW, this, {
      webviewOptions: { retainContextWhenHidden: true },
    });
  }

  async resolveWebviewView(view: vscode.WebviewView): Promise<void> {
    await this.open();
    this.view.resolve(view);
  }

  dispose(): void {
    this.#registration.dispose();
  }
}
