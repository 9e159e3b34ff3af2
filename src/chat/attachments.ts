import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { FilePart } from '../shared/messages';
import type { AttachmentView } from '../shared/protocol';

const MAX_FILES_OFFERED = 5000;

interface Attachment {
  readonly view: AttachmentView;
  /** The text as it is when the prompt is sent, unsaved changes included. */
  read(): Promise<FilePart>;
}

/** What the person attached to the next prompt. */
export class Attachments {
  #attached: Attachment[] = [];
  #last = 0;

  constructor(private readonly onChange: () => void) {}

  views(): AttachmentView[] {
    return this.#attached.map(({ view }) => view);
  }

  /** The lines of the selection, or the whole file where nothing is selected. */
  addSelection(editor: vscode.TextEditor): void {
    const { document, selection } = editor;
    if (selection.isEmpty) {
      this.addFile(document.uri);
      return;
    }
    const { startLine, endLine, text } = selectedLines(document, selection);
    const path = pathOf(document.uri);
    const lines = startLine === endLine ? String(startLine) : `${startLine}-${endLine}`;
    this.#add({ label: `${nameOf(path)}:${lines}`, path, startLine, endLine }, async () => text);
  }

  addFile(uri: vscode.Uri): void {
    const path = pathOf(uri);
    this.#add({ label: nameOf(path), path }, async () => (await vscode.workspace.openTextDocument(uri)).getText());
  }

  remove(id: string): void {
    this.#attached = this.#attached.filter(({ view }) => view.id !== id);
    this.onChange();
  }

  /** The attachments as parts of a prompt; from then on they are no longer attached. */
  async take(): Promise<FilePart[]> {
    const taken = this.#attached;
    this.#attached = [];
    this.onChange();
    return Promise.all(taken.map(attachment => attachment.read()));
  }

  /** Lets the person choose a file of the workspace; open ones come first. */
  async pick(): Promise<void> {
    const picked = await vscode.window.showQuickPick(offeredFiles(), {
      title: l10n.t('Attach a file'),
      placeHolder: l10n.t('Type to search the workspace'),
      matchOnDescription: true,
    });
    if (picked?.uri) this.addFile(picked.uri);
  }

  #add(view: Omit<AttachmentView, 'id'>, readText: () => Promise<string>): void {
    const isThere = this.#attached.some(({ view: other }) => other.label === view.label && other.path === view.path);
    if (isThere) return;
    const { path, startLine, endLine } = view;
    const lines = startLine !== undefined && endLine !== undefined ? { startLine, endLine } : {};
    const read = async (): Promise<FilePart> => ({ type: 'file', path, text: await readText(), ...lines });
    this.#attached.push({ view: { id: String(++this.#last), ...view }, read });
    this.onChange();
  }
}

type OfferedFile = vscode.QuickPickItem & { readonly uri?: vscode.Uri };

async function offeredFiles(): Promise<OfferedFile[]> {
  const open = vscode.window.tabGroups.all
    .flatMap(group => group.tabs)
    .flatMap(({ input }) => (input instanceof vscode.TabInputText && input.uri.scheme === 'file' ? [input.uri] : []));
  const found = await vscode.workspace.findFiles('**/*', '**/node_modules/**', MAX_FILES_OFFERED);
  const opened = new Set(open.map(uri => uri.toString()));
  const others = found.filter(uri => !opened.has(uri.toString()));
  const item = (uri: vscode.Uri): OfferedFile => {
    const path = pathOf(uri);
    return { label: nameOf(path), description: path, uri };
  };
  const separator = { label: l10n.t('Open editors'), kind: vscode.QuickPickItemKind.Separator };
  const separator2 = { label: l10n.t('Workspace'), kind: vscode.QuickPickItemKind.Separator };
  return [separator, ...open.map(item), separator2, ...others.map(item)];
}

/** Whole lines, 1-based and inclusive; a selection that ends before a line's first character leaves that line out. */
export function selectedLines(document: vscode.TextDocument, selection: vscode.Range) {
  const last = selection.end.character === 0 && selection.end.line > selection.start.line ? 1 : 0;
  const end = selection.end.line - last;
  const range = new vscode.Range(selection.start.line, 0, end, document.lineAt(end).range.end.character);
  return { startLine: selection.start.line + 1, endLine: end + 1, text: document.getText(range) };
}

/** A path as people read it: below its workspace folder, with the folder's name where there are several. */
export function pathOf(uri: vscode.Uri): string {
  return vscode.workspace.asRelativePath(uri);
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
