import * as vscode from 'vscode';
import type { EditProposal } from '../../shared/proposals';
import { previewOfLarge } from './changePreview';
import { isAlike, restoreEndings } from './lines';
import { ProposalFileSystem } from './proposalFileSystem';
import { closeTabs, isShownBy, shownDocument, urisIn } from './reviewTabs';
import { watchDocuments } from '../documents/watchDocuments';

export interface ReviewSchemes {
  readonly before: string;
  readonly change: string;
}

/** The manifest's `when` clauses refer to the right side's scheme. */
export const REVIEW_SCHEMES: ReviewSchemes = { before: 'pollux-before', change: 'pollux-change' };

/** A change that waits for one decision of the user. `path` is as shown to users; several are separated by commas. */
export interface PendingChange {
  readonly callId: string;
  readonly path: string;
}

/** A file of a call under review, with both sides of its diff. */
export interface Change extends PendingChange {
  readonly edit: EditProposal;
  readonly before: vscode.Uri;
  readonly after: vscode.Uri;
  /** The right side's text before any edit by the user. */
  readonly shown: string;
  /** Only a part is shown, and can't be edited. */
  readonly isPart: boolean;
  readonly onEdit: (() => void) | undefined;
  /** While its diff is being opened: resolves when it is shown or has failed; never rejects. */
  opening?: Promise<void>;
  /** The text when the change was removed. */
  finalText?: string;
}

const BOM = '\uFEFF';

/**
 * The documents of changes under review: each file's text before, and the change, which the user may edit. In memory
 * only.
 */
export class ChangeDocuments implements vscode.Disposable {
  readonly #files = new ProposalFileSystem();
  // Starts at the time, so that addresses differ from those that an earlier window left open.
  #count = Date.now();
  readonly #registrations: readonly vscode.Disposable[];

  /** `all`: the changes that the documents belong to. */
  constructor(
    private readonly schemes: ReviewSchemes,
    private readonly all: () => readonly Change[],
  ) {
    const { before, change } = schemes;
    this.#registrations = [
      vscode.workspace.registerFileSystemProvider(before, this.#files, { isCaseSensitive: true, isReadonly: true }),
      vscode.workspace.registerFileSystemProvider(change, this.#files, { isCaseSensitive: true }),
      watchDocuments(change, uri =>
        all()
          .find(({ after }) => after.toString() === uri)
          ?.onEdit?.(),
      ),
    ];
  }

  /** `typed`: the text of the change with edits by the user. */
  put(callId: string, edit: EditProposal, onEdit: (() => void) | undefined, typed?: string): Change {
    const part = previewOfLarge(edit.before ?? '', edit.after);
    const isPart = part !== null;
    const { before, after } = part ?? { before: edit.before ?? '', after: edit.after };
    const uris = this.#urisOf(callId, edit.file);
    const texts = { edit, shown: after, isPart, onEdit };
    const change = { callId, path: edit.path, ...texts, ...uris };
    this.#files.put(uris.before, encode(before, uris.before), true);
    this.#files.put(uris.after, encode(isPart ? after : (typed ?? after), uris.after), isPart);
    return change;
  }

  /**
   * The addresses of both sides, with the file's real path, so that title, icon and language are the file's. A call
   * that is staged again gets new addresses: documents of the earlier change, and text typed there, may outlive it
   * briefly.
   */
  #urisOf(callId: string, path: string): { before: vscode.Uri; after: vscode.Uri } {
    const file = vscode.Uri.file(path);
    const query = `${encodeURIComponent(callId)}.${this.#count++}`;
    return {
      before: file.with({ scheme: this.schemes.before, query }),
      after: file.with({ scheme: this.schemes.change, query }),
    };
  }

  /** The text as the user left it, saved or not. */
  textOf(change: Change): string {
    if (change.finalText !== undefined) return change.finalText;
    if (change.isPart) return change.edit.after;
    const document = shownDocument(change.after);
    const text = document ? document.getText() : Buffer.from(this.#files.readFile(change.after)).toString();
    const plain = text.startsWith(BOM) ? text.slice(1) : text;
    // If every part was left out, the line endings are the file's again as well.
    if (change.edit.before !== null && isAlike(plain, change.edit.before)) return change.edit.before;
    // The editor unifies mixed line endings; that is not an edit by the user.
    return isAlike(plain, change.shown) ? change.edit.after : restoreEndings(change.edit.after, plain);
  }

  remove(changes: readonly Change[]): void {
    for (const uri of changes.flatMap(({ before, after }) => [before, after])) this.#files.remove(uri);
  }

  /** Closes tabs of an earlier window, whose changes no longer exist. */
  async closeLeftovers(): Promise<void> {
    for (const tab of vscode.window.tabGroups.all.flatMap(group => group.tabs)) {
      const uri = urisIn(tab).find(({ scheme }) => scheme === this.schemes.change);
      if (!uri || this.all().some(change => isShownBy(change, new Set([uri.toString()])))) continue;
      this.#files.put(uri, encode('', uri), false);
      await closeTabs([tab], [uri]);
      this.#files.remove(uri);
    }
  }

  dispose(): void {
    for (const registration of this.#registrations) registration.dispose();
    this.#files.dispose();
  }
}

/** Where the editor would read another encoding than UTF-8, a byte order mark makes it read that. */
function encode(text: string, uri: vscode.Uri): Uint8Array {
  const files = vscode.workspace.getConfiguration('files', uri);
  const isUtf8 = files.get('encoding') === 'utf8' && !files.inspect('encoding')?.languageIds?.length;
  return Buffer.from(isUtf8 && !files.get('autoGuessEncoding') ? text : BOM + text);
}
