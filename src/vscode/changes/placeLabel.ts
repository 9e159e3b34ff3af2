import * as l10n from '@vscode/l10n';
import type { Hunk } from '../../agent/ports/changes';
import { cellPlaceOf, cellsIn } from './notebookLines';

/** Returns what names places in a file that has these lines: in a notebook, by cell. */
export function placeLabels(file: string, lines: readonly string[]): (place: Pick<Hunk, 'start' | 'end'>) => string {
  const cells = file.endsWith('.ipynb') ? cellsIn(lines) : [];
  return place => {
    const { cell, line } = cellPlaceOf(cells, place) ?? {};
    if (cell === undefined) return l10n.t('Line {0}', place.start + 1);
    return line === undefined ? l10n.t('Cell {0}', cell + 1) : l10n.t('Cell {0}, line {1}', cell + 1, line + 1);
  };
}
