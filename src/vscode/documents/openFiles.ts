import * as vscode from 'vscode';
import type { EditorFile } from '../../agent/ports/sessionSettings';
import { usedEditor } from './usedEditor';

/** `timestamp`: when it was last active, in milliseconds since the epoch. */
export interface SeenFile extends EditorFile {
  readonly timestamp: number;
}

const MAX_FILES = 10;
const MAX_SELECTION = 16_384;

/** The files that were active last and are still open, the latest first. */
export class OpenFiles implements vscode.Disposable {
  readonly #seen = new Map<string, number>();
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onDidChange = this.#changed.event;
  readonly #subscriptions: readonly vscode.Disposable[];

  constructor() {
    const fire = () => this.#changed.fire();
    this.#see(vscode.window.activeTextEditor);
    this.#subscriptions = [
      vscode.window.onDidChangeActiveTextEditor(editor => {
        this.#see(editor);
        fire();
      }),
      vscode.window.onDidChangeTextEditorSelection(({ textEditor }) => {
        if (isFile(textEditor.document)) fire();
      }),
      vscode.window.tabGroups.onDidChangeTabs(({ closed }) => {
        if (closed.length > 0) fire();
      }),
    ];
  }

  current(): readonly SeenFile[] {
    const open = openPaths();
    for (const path of this.#seen.keys()) if (!open.has(path)) this.#seen.delete(path);
    const active = usedEditor();
    return [...this.#seen]
      .sort(([, a], [, b]) => b - a)
      .slice(0, MAX_FILES)
      .map(([path, timestamp]) => ({
        path,
        timestamp,
        ...(active?.document.uri.fsPath === path && isFile(active.document) && lookOf(active)),
      }));
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
    this.#changed.dispose();
  }

  #see(editor: vscode.TextEditor | undefined): void {
    if (editor && isFile(editor.document)) this.#seen.set(editor.document.uri.fsPath, Date.now());
  }
}

function isFile({ uri }: vscode.TextDocument): boolean {
  return uri.scheme === 'file';
}

function openPaths(): ReadonlySet<string> {
  const tabs = vscode.window.tabGroups.all.flatMap(group => group.tabs);
  const uris = tabs.flatMap(({ input }) => (input instanceof vscode.TabInputText ? [input.uri] : []));
  return new Set(uris.filter(({ scheme }) => scheme === 'file').map(({ fsPath }) => fsPath));
}

function lookOf({ selection, document }: vscode.TextEditor) {
  const { active, isEmpty } = selection;
  const text = isEmpty ? '' : document.getText(selection).slice(0, MAX_SELECTION);
  return {
    isActive: true as const,
    cursor: { line: active.line + 1, character: active.character + 1 },
    ...(text !== '' && { selectedText: text }),
  };
}
