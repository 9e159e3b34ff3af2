import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { differencesAt, differencesOf, hunksBack, type Difference } from './differences';
import { editOf } from './documentEdits';
import { showInformationMessage } from './plainWindow';

/** The two sides of one file under review. `text` is what the file held; null: there was none. */
export interface ReviewedFile {
  readonly before: vscode.Uri;
  readonly after: vscode.Uri;
  readonly text: string | null;
  /** Only a part is shown, and can't be edited. */
  readonly isPart: boolean;
}

/** Changes under review, as far as parts of them are left out. */
export interface ReviewedFiles {
  activeCallId(): string | undefined;
  filesOf(callId: string): readonly ReviewedFile[];
}

interface Place {
  readonly callId: string;
  readonly file: ReviewedFile;
  readonly chosen: readonly Difference[];
}

/**
 * Takes parts of a change out of it: the change's side of the diff holds the file's own lines there again, by an edit that
 * the editor's undo takes back. Nothing is decided or written here.
 */
export class PartialReview {
  constructor(private readonly review: ReviewedFiles) {}

  /** Leaves out what the caret or the selections touch. False, and the person is told, where there is nothing of it. */
  async leaveOut(): Promise<boolean> {
    const place = await this.#place();
    if (!place) return false;
    const edit = new vscode.WorkspaceEdit();
    await takeBack(edit, place.file, place.chosen);
    if (!(await vscode.workspace.applyEdit(edit))) return false;
    if (await this.#isEmpty(place.callId))
      tell(l10n.t('Nothing is left of this change. Accepting it doesn’t change the file.'));
    return true;
  }

  /** Leaves out everything else, in all files of the change. The call whose change that is; null as for `leaveOut`. */
  async leaveOthersOut(): Promise<string | null> {
    const place = await this.#place();
    if (!place) return null;
    const { callId, file, chosen } = place;
    const edit = new vscode.WorkspaceEdit();
    for (const each of this.review.filesOf(callId)) {
      if (refusalOf(each) !== null) {
        tell(refusalOf(each) ?? '');
        return null;
      }
      const all = await differencesIn(each);
      await takeBack(
        edit,
        each,
        each.after.toString() === file.after.toString()
          ? all.filter(one => !chosen.some(other => isSame(one, other)))
          : all,
      );
    }
    return edit.size === 0 || (await vscode.workspace.applyEdit(edit)) ? callId : null;
  }

  async #place(): Promise<Place | null> {
    const editor = vscode.window.activeTextEditor;
    const callId = this.review.activeCallId();
    const shown = editor?.document.uri.toString();
    const file = this.review
      .filesOf(callId ?? '')
      .find(({ before, after }) => before.toString() === shown || after.toString() === shown);
    if (!editor || callId === undefined || !file) {
      tell(l10n.t('Place the cursor on a change in Pollux’s diff first.'));
      return null;
    }
    const refusal = refusalOf(file);
    if (refusal !== null) {
      tell(refusal);
      return null;
    }
    const side = file.after.toString() === shown ? 'after' : 'before';
    const all = await differencesIn(file);
    const touched = editor.selections.flatMap(({ start, end }) => differencesAt(all, side, start.line, end.line));
    if (touched.length === 0) tell(l10n.t('There is no change here. F7 goes to the next one.'));
    return touched.length === 0 ? null : { callId, file, chosen: all.filter(one => touched.includes(one)) };
  }

  async #isEmpty(callId: string): Promise<boolean> {
    const left = await Promise.all(this.review.filesOf(callId).map(differencesIn));
    return left.every(differences => differences.length === 0);
  }
}

async function takeBack(edit: vscode.WorkspaceEdit, file: ReviewedFile, parts: readonly Difference[]): Promise<void> {
  if (parts.length === 0) return;
  const document = await vscode.workspace.openTextDocument(file.after);
  edit.set(
    file.after,
    hunksBack(parts, file.text ?? '').map(hunk => editOf(document, hunk)),
  );
}

async function differencesIn(file: ReviewedFile): Promise<Difference[]> {
  const document = await vscode.workspace.openTextDocument(file.after);
  return differencesOf(file.text ?? '', document.getText());
}

/** Why a file can't be taken in parts; null if it can. */
function refusalOf({ text, isPart }: ReviewedFile): string | null {
  if (text === null) return l10n.t('A new file is accepted or rejected as a whole.');
  return isPart
    ? l10n.t('Only a part of this large file is shown; its change is accepted or rejected as a whole.')
    : null;
}

function isSame(one: Difference, other: Difference): boolean {
  return one.after.start === other.after.start && one.before.start === other.before.start;
}

function tell(text: string): void {
  void showInformationMessage(text);
}
