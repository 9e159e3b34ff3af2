import * as vscode from 'vscode';

/** How long typing must pause before a change is reported, in milliseconds. */
const PAUSE_MS = 150;

/**
 * Calls `onChange` with the address of a document of this scheme when its text has changed, or when it was closed and
 * so has its stored text again.
 */
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
