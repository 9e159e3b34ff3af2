import { randomBytes } from 'node:crypto';
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { ChatEvent, ChatHost, ToView } from '../shared/protocol';
import { answer } from '../shared/rpc';

export const CHAT_VIEW = 'pollux.chat';

/** The panel's side of the editor: fills the webview, answers its calls, and passes events to it while there is one. */
export class ChatView {
  #view: vscode.WebviewView | undefined;
  #hostOf: ((chat: string) => ChatHost) | undefined;

  constructor(private readonly extensionUri: vscode.Uri) {}

  /** To be called once, before there is a view. */
  answerBy(hostOf: (chat: string) => ChatHost): void {
    this.#hostOf = hostOf;
  }

  resolve(view: vscode.WebviewView): void {
    const hostOf = this.#hostOf;
    if (!hostOf) throw new Error('A chat view has nobody who answers it');
    this.#view = view;
    const { webview } = view;
    const root = vscode.Uri.joinPath(this.extensionUri, 'dist');
    webview.options = { enableScripts: true, localResourceRoots: [root] };
    const received = webview.onDidReceiveMessage(message => {
      void answer(hostOf, message, reply => this.#post(reply));
    });
    view.onDidDispose(() => {
      received.dispose();
      if (this.#view === view) this.#view = undefined;
    });
    webview.html = page(webview, root);
  }

  /** Events that nobody can see are dropped: a view that comes later asks for the whole state. */
  send(events: readonly ChatEvent[]): void {
    this.#post({ events });
  }

  /** Shows the panel because the person asked for it. */
  async reveal(): Promise<void> {
    await vscode.commands.executeCommand(`${CHAT_VIEW}.focus`);
  }

  /** Says on the panel's icon that `count` questions wait for the person. */
  setWaiting(count: number): void {
    if (!this.#view || (this.#view.badge?.value ?? 0) === count) return;
    this.#view.badge = count === 0 ? undefined : { value: count, tooltip: l10n.t('Waiting for your approval') };
  }

  #post(message: ToView): void {
    void this.#view?.webview.postMessage(message);
  }
}

/** No script but our own, and no way to the network: whatever the model writes can load nothing. */
function page(webview: vscode.Webview, root: vscode.Uri): string {
  const nonce = randomBytes(16).toString('base64');
  const uri = (file: string) => webview.asWebviewUri(vscode.Uri.joinPath(root, file)).toString();
  const { cspSource } = webview;
  const policy = [
    `default-src 'none'`,
    `script-src 'nonce-${nonce}'`,
    `style-src ${cspSource}`,
    `font-src ${cspSource}`,
    `img-src ${cspSource} data:`,
  ].join('; ');
  const strings = JSON.stringify(vscode.l10n.bundle ?? {});
  return `<!DOCTYPE html>
<html lang="${vscode.env.language}">
  <head>
    <meta charset="UTF-8" />
    <meta http-equiv="Content-Security-Policy" content="${policy}" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Pollux</title>
    <link rel="stylesheet" href="${uri('webview.css')}" />
  </head>
  <body data-pollux data-l10n="${escapeAttribute(strings)}">
    <div id="root"></div>
    <script nonce="${nonce}" src="${uri('webview.js')}"></script>
  </body>
</html>`;
}

function escapeAttribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}
