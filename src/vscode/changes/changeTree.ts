import { basename } from 'node:path';
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Hunk, HunkPlace, ReviewedChanges } from '../../agent/ports/changes';
import type { ReviewComments } from '../../agent/ports/reviewThreads';
import type { PlainRow } from '../plainWindow';
import { changedLines } from './changedLines';
import { placeLabels } from './placeLabel';
import { idsOf, reasonOf, sizeOf, sourcesOf } from './changeText';

/** A turn, a file in it or a hunk; commands of its menu get the ids of its hunks. */
export interface ChangeRow extends PlainRow {
  readonly ids: readonly string[];
  /** The location, if it is one place. */
  readonly place?: { readonly file: string; readonly line: number };
  /** Keys of differences that are not under review, so that they can be marked as reviewed. */
  readonly marks?: readonly string[];
  readonly below?: () => readonly ChangeRow[];
}

/** The unsent review, above all changes: a click sends it. */
export function reviewRows({ drafts }: Pick<ReviewComments, 'drafts'>): readonly ChangeRow[] {
  if (drafts === 0) return [];
  const label = drafts === 1 ? l10n.t('Send review (1 comment)') : l10n.t('Send review ({0} comments)', drafts);
  return [{ id: 'review', label, icon: 'send', contextValue: 'review', command: 'pollux.sendReview', ids: [] }];
}

/**
 * In place of the last row that was decided. Without a row, the editor would put its text for empty views there, and
 * the keyboard focus would be lost with the rows.
 */
export function doneRows({ reviewed }: Pick<ReviewedChanges, 'reviewed'>): readonly ChangeRow[] {
  if (reviewed === 0) return [];
  const label = l10n.t('All reviewed');
  return [{ id: 'done', label, description: counted(reviewed), icon: 'pass', contextValue: 'change.none', ids: [] }];
}

/** Rows for the given changes under review: by turn, by file, hunk by hunk with its reason. */
export function turnRows(changes: ReviewedChanges, meant: readonly HunkPlace[]): ChangeRow[] {
  const turns = new Map<string, HunkPlace[]>();
  for (const place of meant) {
    const last = place.hunk.sources.at(-1);
    const key = `${last?.sessionId}/${last?.turn}`;
    turns.set(key, [...(turns.get(key) ?? []), place]);
  }
  return [...turns].map(([key, places]) => ({
    id: key,
    label: places[0]?.hunk.sources.at(-1)?.prompt || l10n.t('Changes'),
    description: counted(places.length),
    icon: 'comment',
    contextValue: 'change.turn',
    expands: 'expanded',
    check: checkOf(places),
    ids: idsOf(places),
    below: () => filesOf(changes, key, places),
  }));
}

function filesOf(changes: ReviewedChanges, turn: string, places: readonly HunkPlace[]): ChangeRow[] {
  const files = new Map<string, HunkPlace[]>();
  for (const place of places) files.set(place.file, [...(files.get(place.file) ?? []), place]);
  return [...files].map(([file, all]) => {
    const { wasThere = true, isThere = true, lines = [] } = changes.stateOf(file) ?? {};
    return {
      id: `${turn}/${file}`,
      label: basename(file),
      description: aboutFile(file, wasThere, isThere),
      tooltip: file,
      icon: 'file',
      contextValue: 'change.file',
      command: 'pollux.openFileChanges',
      expands: 'expanded',
      check: checkOf(all),
      ids: idsOf(all),
      below: () => {
        const label = placeLabels(file, lines);
        return all.map(({ hunk }) =>
          rowOf(changes, `${turn}/${file}`, hunk, lines.slice(hunk.start, hunk.end), label(hunk)),
        );
      },
    };
  });
}

/** Whether a file is new or deleted, and its folder. */
export function aboutFile(file: string, wasThere: boolean, isThere: boolean): string {
  const folder = vscode.workspace
    .asRelativePath(file)
    .slice(0, -basename(file).length)
    .replace(/[\\/]$/, '');
  const fate = !isThere ? l10n.t('deleted') : !wasThere ? l10n.t('new') : '';
  return [fate, folder].filter(Boolean).join(' · ');
}

function rowOf(
  changes: ReviewedChanges,
  parent: string,
  hunk: Hunk,
  lines: readonly string[],
  label: string,
): ChangeRow {
  return {
    id: `${parent}/${hunk.id}`,
    label,
    ...wordsOf(changes, hunk, lines),
    icon: 'diff',
    contextValue: 'change.hunk',
    command: 'pollux.goToChange',
    check: checkOf([{ hunk }]),
    ids: [hunk.id],
  };
}

/** A hunk's size, state, reason given by the model, calls and lines. */
export function wordsOf(changes: Pick<ReviewedChanges, 'isWaiting'>, hunk: Hunk, lines: readonly string[]) {
  const marks = [
    ...(hunk.isEdited ? [l10n.t('edited by you')] : []),
    ...(changes.isWaiting(hunk.id) ? [l10n.t('will be undone after this step')] : []),
  ];
  return {
    description: [sizeOf(hunk), ...marks, reasonOf(hunk)].filter(Boolean).join(' · '),
    ...aboutLines(hunk, lines),
  };
}

/** Why lines were changed, by which calls and how, for the tooltip of a row and to be read aloud. */
export function aboutLines(hunk: Pick<Hunk, 'sources' | 'base'>, lines: readonly string[]) {
  const { shown, readAlso } = changedLines(hunk.base, lines);
  return { tooltip: [sourcesOf(hunk), shown].filter(Boolean).join('\n'), readAlso };
}

/** Whether all are marked as reviewed, regardless of being kept or undone. */
function checkOf(places: readonly Pick<HunkPlace, 'hunk'>[]): NonNullable<ChangeRow['check']> {
  return reviewedCheck(places.every(({ hunk }) => hunk.isSeen));
}

export function reviewedCheck(isOn: boolean): NonNullable<ChangeRow['check']> {
  return { isOn, label: isOn ? l10n.t('Reviewed') : l10n.t('Mark as reviewed') };
}

export function counted(count: number): string {
  return count === 1 ? l10n.t('1 change') : l10n.t('{0} changes', count);
}
