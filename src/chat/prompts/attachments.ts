import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { IMAGE_TYPES, MAX_IMAGE_BYTES } from '../../shared/images';
import type { FilePart, ImagePart } from '../../shared/messages';
import type { AttachmentView } from '../../shared/protocol';
import { showQuickPick } from '../../vscode/plainWindow';

const MAX_FILES_OFFERED = 5000;

interface Attachment {
  readonly view: AttachmentView;
  /** Reads the text at the time the prompt is sent, including unsaved changes. */
  read(): Promise<FilePart | ImagePart>;
  /** The size of an embedded image in bytes; 0 for files. */
  readonly bytes: number;
}

/** The lines of an editor's selection, or the whole file if nothing is selected. */
export interface SelectedPart {
  readonly view: Omit<AttachmentView, 'id'>;
  readonly read: () => Promise<FilePart>;
}

/** What the user attached to the next prompt. */
export class Attachments {
  #attached: Attachment[] = [];
  #taken: Attachment[] = [];
  /** The attachments of the next prompt, while an earlier prompt is being edited. */
  #aside: Attachment[] | undefined;
  #last = 0;

  constructor(private readonly onChange: () => void) {}

  views(): AttachmentView[] {
    return this.#attached.map(({ view }) => view);
  }

  /** Adds a part unless it is attached already. */
  add({ view, read }: SelectedPart): void {
    const isThere = this.#attached.some(({ view: other }) => other.label === view.label && other.path === view.path);
    if (isThere) return;
    this.#attached.push({ view: { id: String(++this.#last), ...view }, bytes: 0, read });
    this.onChange();
  }

  /** Throws if the model can't read the image, or if the images would be too large for a request. */
  addImage(mimeType: string, data: string): void {
    if (!IMAGE_TYPES.includes(mimeType) || !/^[\w+/]+={0,2}$/.test(data)) {
      throw new TypeError(l10n.t('Only PNG, JPEG and WebP images can be attached.'));
    }
    const bytes = (data.length / 4) * 3;
    const all = this.#attached.reduce((sum, attachment) => sum + attachment.bytes, bytes);
    if (all > MAX_IMAGE_BYTES) {
      throw new RangeError(l10n.t('The images in a prompt can be at most {0} MB in total.', MAX_IMAGE_BYTES / 1e6));
    }
    const id = String(++this.#last);
    const view: AttachmentView = { id, label: l10n.t('Image {0}', id), path: '', isImage: true };
    this.#attached.push({ view, bytes, read: async () => ({ type: 'image', mimeType, data }) });
    this.onChange();
  }

  remove(id: string): void {
    this.#attached = this.#attached.filter(({ view }) => view.id !== id);
    this.onChange();
  }

  /** Returns the attachments as parts of a prompt, and detaches them unless one can't be read. */
  async take(): Promise<(FilePart | ImagePart)[]> {
    const taken = this.#attached;
    this.#taken = taken;
    this.#attached = [];
    this.onChange();
    try {
      return await Promise.all(taken.map(attachment => attachment.read()));
    } catch (error) {
      this.giveBack();
      throw error;
    }
  }

  /** Attaches what was taken last again, because it wasn't sent. */
  giveBack(): void {
    this.#attached = [...this.#taken, ...this.#attached];
    this.#taken = [];
    this.onChange();
  }

  /** Attaches the parts of an earlier prompt until `takeUp`; the current attachments are set aside until then. */
  setAside(parts: readonly (FilePart | ImagePart)[]): void {
    this.#aside ??= this.#attached;
    this.#attached = parts.map(part => this.#sent(part));
    this.onChange();
  }

  takeUp(): void {
    this.#attached = this.#aside ?? this.#attached;
    this.#aside = undefined;
    this.onChange();
  }

  /** Lets the user choose a file of the workspace; open files come first. Resolves with false if they cancel. */
  async pick(): Promise<boolean> {
    const picked = await showQuickPick(offeredFiles(), {
      title: l10n.t('Attach a file'),
      placeHolder: l10n.t('Type to search the workspace'),
      matchOnDescription: true,
    });
    if (picked?.uri) this.add(filePart(picked.uri));
    return picked?.uri !== undefined;
  }

  /** A part of a sent prompt, to be sent again unchanged. */
  #sent(part: FilePart | ImagePart): Attachment {
    const id = String(++this.#last);
    const read = async () => part;
    if (part.type === 'image') {
      const view: AttachmentView = { id, label: l10n.t('Image {0}', id), path: '', isImage: true };
      return { view, bytes: (part.data.length / 4) * 3, read };
    }
    const { path, startLine, endLine } = part;
    const lines = startLine !== undefined && endLine !== undefined ? { startLine, endLine } : {};
    return { view: { id, label: labelOf(path, startLine, endLine), path, ...lines }, bytes: 0, read };
  }
}

/** Text that is selected is taken as it is now, and a whole file as it is when it is sent. */
export function selectedPart({ document, selection }: vscode.TextEditor): SelectedPart {
  if (selection.isEmpty) return filePart(document.uri);
  const { startLine, endLine, text } = selectedLines(document, selection);
  const path = pathOf(document.uri);
  return {
    view: { label: labelOf(path, startLine, endLine), path, startLine, endLine },
    read: async () => ({ type: 'file', path, text, startLine, endLine }),
  };
}

function filePart(uri: vscode.Uri): SelectedPart {
  const path = pathOf(uri);
  const text = async () => (await vscode.workspace.openTextDocument(uri)).getText();
  return { view: { label: nameOf(path), path }, read: async () => ({ type: 'file', path, text: await text() }) };
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

/** Returns whole lines, 1-based and inclusive. A last line of which no character is selected is left out. */
export function selectedLines(document: vscode.TextDocument, selection: vscode.Range) {
  const last = selection.end.character === 0 && selection.end.line > selection.start.line ? 1 : 0;
  const end = selection.end.line - last;
  const range = new vscode.Range(selection.start.line, 0, end, document.lineAt(end).range.end.character);
  return { startLine: selection.start.line + 1, endLine: end + 1, text: document.getText(range) };
}

/** Returns a path as shown to users: relative to its workspace folder, with the folder's name if there are several. */
export function pathOf(uri: vscode.Uri): string {
  return vscode.workspace.asRelativePath(uri);
}

function labelOf(path: string, startLine: number | undefined, endLine: number | undefined): string {
  if (startLine === undefined) return nameOf(path);
  return `${nameOf(path)}:${startLine === endLine ? String(startLine) : `${startLine}-${endLine}`}`;
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
