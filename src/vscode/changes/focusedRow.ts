import type { Choice } from '../../agent/ports/changes';
import type { RowsView } from '../views/rowsView';
import type { ChangeRow } from './changeTree';
import { createTurns } from './inTurn';
import { rowAfter } from './rowAfter';

/** The Changes view, as far as the keyboard is concerned. */
export type FocusedRows = Pick<RowsView<ChangeRow>, 'focused' | 'all' | 'moveTo'>;

/**
 * The commands for a decision about the row that has the keyboard focus, which then moves to the next row. `sayNothing`:
 * tells the user that there is nothing to decide.
 */
export function createFocusedRowCommands(
  view: FocusedRows,
  decide: (ids: readonly string[], choice: Choice) => Promise<unknown>,
  sayNothing: () => void,
) {
  // A key pressed while the focus is still moving is meant for the row that it moves to.
  const inTurn = createTurns();
  // While the editor draws rows again, none has the focus; a key is then meant for the row that it was moved to.
  let movedTo: string | undefined;
  const lastMovedTo = async () => {
    const rows = movedTo === undefined ? [] : await view.all();
    return rows.find(({ id }) => id === movedTo);
  };
  const decideRow = async (choice: Choice) => {
    const row = (await view.focused()) ?? (await lastMovedTo());
    if (!row || row.ids.length === 0 || !row.contextValue?.startsWith('change.')) {
      sayNothing();
      return;
    }
    // Rows are updated in place.
    const { id, ids, contextValue } = row;
    const before = await view.all();
    await decide(ids, choice);
    const next = rowAfter({ id, contextValue }, before, await view.all());
    movedTo = next?.id;
    if (next) await view.moveTo(next);
  };
  return {
    keepFocusedRow: () => inTurn(() => decideRow('keep')),
    undoFocusedRow: () => inTurn(() => decideRow('undo')),
  };
}
