import * as vscode from 'vscode';
import type { ReviewedChanges } from '../../agent/ports/changes';
import { ChangeGutter } from './changeGutter';
import { ChangeLenses } from './changeLenses';
import { createChangeStatus } from './changeStatus';
import { fileShown } from './changeTargets';
import { NotebookMarks } from './notebookMarks';

/** Sets a context key for `when` clauses. */
type SetKey = (key: 'hasChanges' | 'hasLostChanges' | 'canTakeBack' | 'isInChangedFile', value: boolean) => void;

/** Everything in the editor that shows changes under review. None of it opens by itself or takes the focus. */
export function createChangeSurfaces(changes: ReviewedChanges, setKey: SetKey) {
  const gutter = new ChangeGutter(changes);
  const lenses = new ChangeLenses(changes);
  const status = createChangeStatus(changes);
  const cells = new NotebookMarks(changes);
  let isDeciding = false;
  const showKeys = () => {
    const file = fileShown();
    const isInChangedFile = file !== undefined && changes.baseOf(file) !== undefined;
    setKey('hasChanges', changes.files().length > 0);
    setKey('hasLostChanges', changes.lost().length > 0);
    setKey('canTakeBack', changes.lastDecision !== undefined);
    // The next key is meant for the change that is about to be shown, even if it comes before that.
    setKey('isInChangedFile', isInChangedFile || isDeciding);
  };
  const registrations = vscode.Disposable.from(
    gutter,
    lenses,
    status,
    cells,
    vscode.window.onDidChangeActiveTextEditor(showKeys),
  );
  return {
    /** Must be called when the changes under review in these files have changed. */
    update(files: readonly string[]): void {
      gutter.update(files);
      lenses.update();
      status.update();
      cells.update();
      showKeys();
    },
    /** While a decision goes on to the next change, keys are taken as in a file that has some. */
    deciding(isOn: boolean): void {
      isDeciding = isOn;
      showKeys();
    },
    dispose: () => void registrations.dispose(),
  };
}
