import assert from 'node:assert/strict';
import type { ChangeRow } from '../../../../src/vscode/changes/changeTree';
import { createFocusedRowCommands } from '../../../../src/vscode/changes/focusedRow';

describe('a decision about the row that has the focus', () => {
  const row = (id: string): ChangeRow => ({ id, label: id, contextValue: 'change.hunk', ids: [id] });
  let rows: ChangeRow[];
  let focused: ChangeRow | undefined;
  let said: string[];
  const commands = () =>
    createFocusedRowCommands(
      {
        focused: async () => focused,
        all: async () => rows,
        moveTo: async next => {
          said.push(`to ${next.id}`);
          focused = next;
        },
      },
      async (ids, choice) => {
        said.push(`${choice} ${ids.join()}`);
        rows = rows.filter(({ id }) => !ids.includes(id));
      },
      () => said.push('nothing'),
    );
  beforeEach(() => {
    rows = ['a', 'b', 'c'].map(row);
    focused = rows[0];
    said = [];
  });

  it('moves it to the next one', async () => {
    const { keepFocusedRow, undoFocusedRow } = commands();
    await Promise.all([keepFocusedRow(), undoFocusedRow()]);
    assert.deepEqual(said, ['keep a', 'to b', 'undo b', 'to c']);
  });

  it('is about the row it was moved to while the editor draws rows again, and none has it', async () => {
    const { keepFocusedRow } = commands();
    await keepFocusedRow();
    focused = undefined;
    await keepFocusedRow();
    assert.deepEqual(said, ['keep a', 'to b', 'keep b', 'to c']);
    rows = [row('d')];
    focused = undefined;
    await keepFocusedRow();
    assert.deepEqual(said.slice(4), ['nothing'], 'a row that is gone is not decided on');
  });

  it('is none where no row has ever had it', async () => {
    focused = undefined;
    await commands().undoFocusedRow();
    assert.deepEqual(said, ['nothing']);
  });
});
