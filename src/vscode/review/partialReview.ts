import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { differencesAt, differencesOf, hunksBack, type Difference } from './differences';
import { editOf } from '../documents/documentEdits';
import { showInformationMessage } from '../plainWindow';

/** The two sides of a file under review. `text` is the file's text before; null: it didn't exist. */
export interface ReviewedFile {
  readonly before: vscode.Uri;
  readonly after: vscode.Uri;
  readonly text: string | null;
  /** Only a part is shown, and can't be edited. */
  readonly isPart: boolean;
}

/** The parts of the review that are needed to leave out parts of changes. */
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
 * Removes parts of a change: the change's side of the diff gets the file's own lines back, by an edit that the editor
 * can undo. Nothing is decided or written here.
 */
export class PartialReview {
  constructor(private readonly review: ReviewedFiles) {}

  /** Leaves out what the caret or the selections touch. If nothing is there, tells the user and resolves with false. */
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

  /**
   * Leaves out everything else, in all files of the change. Resolves with the change's call; null where `leaveOut`
   * resolves with false.
   */
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
    if (touched.length === 0) tell(l10n.t('There is no change here. Ctrl+F7 (macOS: Cmd+F7) goes to the next one.'));
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

/** Why parts of a file can't be left out; null if they can. */
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
