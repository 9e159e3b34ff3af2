import * as l10n from '@vscode/l10n';
import type { Choice } from '../../agent/ports/changes';
import { showInformationMessage } from '../plainWindow';
import type { RowsView } from '../views/rowsView';
import type { ChangeRow } from './changeTree';
import { createTurns } from './inTurn';
import { rowAfter } from './rowAfter';

/** The Changes view, as far as the keyboard is concerned. */
export type FocusedRows = Pick<RowsView<ChangeRow>, 'focused' | 'all' | 'moveTo'>;

/** The commands for a decision about the row that has the keyboard focus, which then moves to the next row. */
export function createFocusedRowCommands(
  view: FocusedRows,
  decide: (ids: readonly string[], choice: Choice) => Promise<unknown>,
) {
  // A key pressed while the focus is still moving is meant for the row that it moves to.
  const inTurn = createTurns();
  const decideRow = async (choice: Choice) => {
    const row = await view.focused();
    if (!row || row.ids.length === 0 || !row.contextValue?.startsWith('change.')) {
      void showInformationMessage(l10n.t('There is no change from Pollux here to keep or undo.'));
      return;
    }
    // Rows are updated in place.
    const { id, ids, contextValue } = row;
    const before = await view.all();
    await decide(ids, choice);
    const next = rowAfter({ id, contextValue }, before, await view.all());
    if (next) await view.moveTo(next);
  };
  return {
    keepFocusedRow: () => inTurn(() => decideRow('keep')),
    undoFocusedRow: () => inTurn(() => decideRow('undo')),
  };
}
