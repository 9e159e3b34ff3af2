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
  const showKeys = () => {
    const file = fileShown();
    setKey('hasChanges', changes.files().length > 0);
    setKey('hasLostChanges', changes.lost().length > 0);
    setKey('canTakeBack', changes.lastDecision !== undefined);
    setKey('isInChangedFile', file !== undefined && changes.baseOf(file) !== undefined);
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
    dispose: () => void registrations.dispose(),
  };
}
