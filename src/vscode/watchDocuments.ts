import * as vscode from 'vscode';

/** Typing pauses this long before anyone hears of it. */
const PAUSE_MS = 150;

/** Tells of the addresses of a scheme whose text has changed, or is again what is stored since the document is closed. */
export function watchDocuments(scheme: string, onChange: (uri: string) => void): vscode.Disposable {
  const waiting = new Map<string, NodeJS.Timeout>();
  const tell = ({ uri }: vscode.TextDocument) => {
    if (uri.scheme !== scheme) return;
    const address = uri.toString();
    clearTimeout(waiting.get(address));
    const done = () => {
      waiting.delete(address);
      onChange(address);
    };
    waiting.set(address, setTimeout(done, PAUSE_MS));
  };
  return vscode.Disposable.from(
    vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      if (contentChanges.length > 0) tell(document);
    }),
    vscode.workspace.onDidCloseTextDocument(tell),
    new vscode.Disposable(() => {
      for (const timer of waiting.values()) clearTimeout(timer);
    }),
  );
}
