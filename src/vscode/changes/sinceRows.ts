import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import type { ChangedFile, Difference } from '../../agent/ports/changeScope';
import type { Hunk, ReviewedChanges } from '../../agent/ports/changes';
import { BINARY } from '../../node/changes/readReviewed';
import { aboutFile, aboutLines, reviewedCheck, wordsOf, type ChangeRow } from './changeTree';
import { placeLabels } from './placeLabel';
import { sizeOf } from './changeText';

export interface SinceRowsOptions {
  readonly changes: Pick<ReviewedChanges, 'stateOf' | 'isWaiting'>;
  readonly differences: (before: string | null, now: string | null, hunks: readonly Hunk[]) => readonly Difference[];
  /** Whether a difference that is not under review was marked as reviewed. */
  readonly isMarked: (mark: string) => boolean;
}

/** Rows for the changed files, place by place. Changes under review can be kept and undone; all can be marked. */
export function sinceRows(files: readonly ChangedFile[], options: SinceRowsOptions): ChangeRow[] {
  return files.map(changed => fileRow(changed, options));
}

function fileRow(changed: ChangedFile, options: SinceRowsOptions): ChangeRow {
  const { file, before, now } = changed;
  const hunks = options.changes.stateOf(file)?.hunks ?? [];
  const isBinary = [before, now].some(text => text !== null && (text.startsWith(BINARY) || text.includes('\0')));
  const whole: Difference = { start: 0, end: 0, lines: [], base: [], hunks };
  const places = isBinary ? [whole] : options.differences(before, now, hunks);
  const marks = marksOf(changed, places);
  const label = placeLabels(file, (now ?? '').split('\n'));
  const rows = places.map((place, index) => placeRow(file, place, label(place), marks[index] ?? '', options));
  const ids = rows.flatMap(row => row.ids);
  return {
    id: `since/${file}`,
    label: basename(file),
    description: aboutFile(file, before !== null, now !== null),
    tooltip: file,
    icon: 'file',
    contextValue: ids.length > 0 ? 'change.file' : 'since.file',
    command: 'pollux.openFileChanges',
    ...(!isBinary && { expands: 'expanded' as const }),
    check: reviewedCheck(rows.every(row => row.check?.isOn)),
    ids,
    marks: rows.flatMap(row => row.marks ?? []),
    place: { file, line: 0 },
    below: () => rows,
  };
}

function placeRow(file: string, place: Difference, label: string, mark: string, options: SinceRowsOptions): ChangeRow {
  const { start, end, base, lines, hunks } = place;
  const [first] = hunks;
  const isOn = first ? hunks.every(({ isSeen }) => isSeen) : options.isMarked(mark);
  return {
    id: `since/${file}/${mark}`,
    label,
    ...(first
      ? wordsOf(options.changes, { ...first, start, end, base }, lines)
      : { description: sizeOf(place), ...aboutLines({ sources: [], base }, lines) }),
    icon: 'diff',
    contextValue: first ? 'change.hunk' : 'since.hunk',
    command: 'pollux.goToChange',
    check: reviewedCheck(isOn),
    ids: hunks.map(({ id }) => id),
    ...(!first && { marks: [mark] }),
    place: { file, line: start },
  };
}

/** Keys that identify each difference wherever it moves; editing its lines changes the key. */
function marksOf({ file, now }: ChangedFile, places: readonly Difference[]): string[] {
  const counts = new Map<string, number>();
  return places.map(({ lines, base }) => {
    const isWhole = lines.length + base.length === 0;
    const content = JSON.stringify([file, isWhole ? now : lines, base]);
    const count = counts.get(content) ?? 0;
    counts.set(content, count + 1);
    return createHash('sha256').update(`${count}${content}`).digest('hex').slice(0, 16);
  });
}
