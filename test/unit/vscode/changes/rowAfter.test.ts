import assert from 'node:assert/strict';
import type { ChangeRow } from '../../../../src/vscode/changes/changeTree';
import { rowAfter } from '../../../../src/vscode/changes/rowAfter';

const row = (id: string, kind: string): ChangeRow => ({
  id,
  label: id,
  contextValue: `change.${kind}`,
  ids: [id],
  ...(kind !== 'hunk' && kind !== 'none' && { expands: 'expanded' }),
});
const hunk = (id: string) => row(id, 'hunk');
const turn = row('t', 'turn');
const [a, b] = [row('a', 'file'), row('b', 'file')];
const before = [turn, a, hunk('a1'), hunk('a2'), b, hunk('b1')];

describe('The row after a decision', () => {
  const after = (of: ChangeRow, ...now: readonly ChangeRow[]) => rowAfter(of, before, now)?.id;

  it('is the next of its kind, in the next file too', () => {
    assert.equal(after(hunk('a1'), turn, a, hunk('a2'), b, hunk('b1')), 'a2');
    assert.equal(after(hunk('a2'), turn, a, hunk('a1'), b, hunk('b1')), 'b1');
    assert.equal(after(a, turn, b, hunk('b1')), 'b');
  });

  it('is the one before it if none follows', () => {
    assert.equal(after(hunk('b1'), turn, a, hunk('a1'), hunk('a2')), 'a2');
    assert.equal(after(b, turn, a, hunk('a1'), hunk('a2')), 'a');
  });

  it('is the next one too if the decision waits for the end of a step', () => {
    assert.equal(after(hunk('a1'), ...before), 'a2');
    assert.equal(after(hunk('b1'), ...before), 'b1');
  });

  it('says that all is reviewed, if nothing is left', () => {
    assert.equal(after(hunk('b1'), row('done', 'none')), 'done');
    assert.equal(after(turn, row('done', 'none')), 'done');
    assert.equal(after(turn), undefined);
  });
});
