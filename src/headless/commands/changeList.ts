import { existsSync } from 'node:fs';
import type { HunkPlace, LostChange } from '../../agent/ports/changes';
import { nameOf } from './refusalText';

/** The changes to decide about here, and those that were removed from their files before the user decided. */
export interface ChangeList {
  readonly open: readonly HunkPlace[];
  readonly lost: readonly LostChange[];
}

/** The records that `--json` prints; `lost` only exists if the change is not in its file, and says why. */
export function changeRecords({ open, lost }: ChangeList) {
  return [...open.map(recordOf), ...lost.map(place => ({ ...recordOf(place), lost: fateOf(place) }))];
}

/** The list for users, one change per line. */
export function changeLines({ open, lost }: ChangeList): string {
  if (open.length + lost.length === 0) return 'There is nothing to keep or undo in this folder.\n';
  const needing = lost.map(
    place => `${lineOf(place)}  [${place.isProposed ? 'not written' : `file ${fateOf(place)}`}]`,
  );
  return [
    ...(lost.length > 0 ? [`Needs you, not in the files (${lost.length}; --apply or --dismiss):`] : []),
    ...needing,
    ...(open.length > 0 ? [`Changes to keep or undo (${open.length}):`] : []),
    ...open.map(lineOf),
    '',
  ].join('\n');
}

function recordOf({ file, hunk }: HunkPlace) {
  const { id, start, end, base, sources, isEdited } = hunk;
  const calls = sources.map(({ sessionId, turn, callId, author, title, reason, at }) => {
    return { sessionId, turn, callId, author, title, reason, at: new Date(at).toISOString() };
  });
  return { id, file, line: start + 1, added: end - start, removed: base.length, isEdited, calls };
}

function lineOf({ file, hunk: { id, start, end, base, sources, isEdited } }: HunkPlace): string {
  const last = sources.at(-1);
  const why = (last?.reason ?? last?.title ?? '').replace(/\s+/g, ' ');
  const edited = isEdited ? ' (edited since)' : '';
  return `  ${id}  ${nameOf(file)}:${start + 1}  +${end - start} -${base.length}${edited}  ${why}`;
}

function fateOf({ file, isProposed }: LostChange): 'proposed' | 'replaced' | 'deleted' {
  if (isProposed) return 'proposed';
  return existsSync(file) ? 'replaced' : 'deleted';
}
