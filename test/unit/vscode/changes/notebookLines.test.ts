import assert from 'node:assert/strict';
import { splitLines } from '../../../../src/agent/changes/lineEdits';
import { placeLabels } from '../../../../src/vscode/changes/placeLabel';
import { cellsIn, fileLineOf, hunksInCells } from '../../../../src/vscode/changes/notebookLines';

const cell = (source: unknown, type = 'code') => ({
  cell_type: type,
  metadata: { tags: ['a', '"]'] },
  outputs: [],
  source,
});
const textOf = (cells: readonly object[]) => JSON.stringify({ cells, metadata: {}, nbformat: 4 }, null, 1) + '\n';
const book = textOf([
  cell(['# one\n', 'a = "x\\n"\n', 'b = 2']),
  cell('plain'),
  cell([]),
  cell(['c = 3\n', 'd = 4\n']),
]);
const hunk = (start: number, end: number) => ({ id: 'h', start, end, base: [], sources: [], isEdited: false });

describe('The cells of a notebook', () => {
  const lines = splitLines(book);
  const cells = cellsIn(lines);
  const lineWith = (text: string) => lines.findIndex(line => line.includes(text));
  const shown = (start: number, end: number) =>
    hunksInCells(cells, [hunk(start, end)]).map(({ cell: index, first, last }) => [index, first, last]);

  it('are found in its file, with their text', () => {
    assert.deepEqual(
      cells.map(({ text }) => text),
      ['# one\na = "x\\n"\nb = 2', 'plain', '', 'c = 3\nd = 4\n'],
    );
    assert.deepEqual(
      cells.map(({ start, end }) => [lines[start]?.trim(), lines[end - 1]?.trim()]),
      [
        ['{', '},'],
        ['{', '},'],
        ['{', '},'],
        ['{', '}'],
      ],
    );
  });

  it('show a hunk at the lines that it changes', () => {
    const at = lineWith('b = 2');
    assert.deepEqual(shown(at, at + 1), [[0, 2, 2]]);
    assert.deepEqual(shown(at - 1, at + 1), [[0, 1, 2]]);
    assert.equal(fileLineOf(cells[0] ?? assert.fail(), 2), at);
  });

  it('name a hunk by cell and line, by cell outside its text, and by line outside of all cells', () => {
    const label = placeLabels('book.ipynb', lines);
    const at = (start: number) => label({ start, end: start + 1 });
    assert.equal(at(lineWith('b = 2')), 'Cell 1, line 3');
    assert.equal(at(lineWith('plain')), 'Cell 2, line 1');
    assert.equal(at((cells[2]?.start ?? 0) + 1), 'Cell 3');
    assert.equal(at(lineWith('nbformat')), `Line ${lineWith('nbformat') + 1}`);
    assert.equal(placeLabels('book.json', lines)({ start: 4, end: 5 }), 'Line 5');
  });

  it('show lines that were removed at what follows them', () => {
    const at = lineWith('c = 3');
    assert.deepEqual(shown(at, at), [[3, 0, 0]]);
    assert.deepEqual(shown(at + 2, at + 2), [[3, 1, 1]]);
  });

  it('show a hunk in each cell whose text it changes, and one of no text at the top of its cell', () => {
    assert.deepEqual(shown(lineWith('b = 2'), lineWith('plain') + 1), [
      [0, 2, 2],
      [1, 0, 0],
    ]);
    const tags = lines.findIndex((line, at) => at > lineWith('plain') && line.includes('"tags"'));
    assert.deepEqual(shown(tags, tags + 1), [[2, 0, 0]]);
    assert.deepEqual(shown(0, 1), [[0, 0, 0]]);
  });

  it('are none in what is no notebook', () => {
    for (const text of [
      '',
      'cells',
      '{"cells": 1}',
      '[{"cells": [{}]}]',
      '{"other": [{"source": ["a"]}]}',
      '"\\x {[{',
    ]) {
      assert.deepEqual(cellsIn(splitLines(text)), []);
    }
    assert.deepEqual(hunksInCells([], [hunk(0, 1)]), []);
  });
});
