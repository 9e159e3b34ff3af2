import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';
import type { ChatHost, ToView } from '../../shared/protocol';
import { answer } from '../../shared/rpc';
import type { Surface } from './surface';

export interface ChatPageOptions {
  readonly extensionUri: vscode.Uri;
  readonly kind: Surface['kind'];
  /** Returns the host that answers the page about the chat of that id. */
  readonly hostOf: (chat: string) => ChatHost;
}

/** Fills a webview with the chat page, and answers its calls until the returned object is disposed of. */
export function openChatPage(
  webview: vscode.Webview,
  { extensionUri, kind, hostOf }: ChatPageOptions,
): vscode.Disposable {
  const root = vscode.Uri.joinPath(extensionUri, 'dist');
  webview.options = { enableScripts: true, localResourceRoots: [root] };
  const post = (message: ToView) => void webview.postMessage(message);
  const received = webview.onDidReceiveMessage(message => void answer(hostOf, message, post));
  webview.html = page(webview, root, kind);
  return received;
}

/** Only our own script runs, and there is no network access: nothing the model writes can load anything. */
function page(webview: vscode.Webview, root: vscode.Uri, kind: Surface['kind']): string {
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
  <body data-pollux data-surface="${kind}" data-l10n="${escapeAttribute(strings)}">
    <div id="root"></div>
    <script nonce="${nonce}" src="${uri('webview.js')}"></script>
  </body>
</html>`;
}

function escapeAttribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}
