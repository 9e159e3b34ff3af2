import { mergeChange } from '../calls/mergeChange';
import type { AppliedAgain, FileChanges, Hunk, LostChange } from '../ports/changes';
import type { RefusedRestore } from '../../shared/restores';
import type { ChangeStore } from './changeStore';
import { undo } from './fileChanges';
import type { LostChanges } from './lostChanges';
import type { OwnWrites } from './ownWrites';
import type { TrackedChangesOptions } from './trackedChangesOptions';

interface Parts extends Pick<TrackedChangesOptions, 'files' | 'restores' | 'reportBug'> {
  readonly store: ChangeStore;
  readonly lost: LostChanges;
  readonly writing: OwnWrites;
  /** The user has named the files explicitly. */
  readonly isNamed: boolean;
}

/** Applies lost hunks again where their places are unchanged; they are under review then. */
export async function applyAgain(parts: Parts, ids: readonly string[]): Promise<AppliedAgain> {
  const wanted = new Set(ids);
  const meant = parts.lost.listed().filter(({ hunk }) => wanted.has(hunk.id));
  const left: LostChange[] = [];
  const refused: RefusedRestore[] = [];
  for (const lost of meant) {
    const outcome = await applyOne(parts, lost);
    if (outcome === 'left') left.push(lost);
    else if (outcome !== 'applied') refused.push(outcome);
  }
  return { applied: meant.length - left.length - refused.length, left, refused };
}

async function applyOne(parts: Parts, change: LostChange): Promise<'applied' | 'left' | RefusedRestore> {
  const { store, lost, writing, files, restores, isNamed, reportBug } = parts;
  const { file, hunk } = change;
  const state = lost.stateWith(hunk.id);
  if (!state) return 'applied'; // it came back along with another one
  const before = await files.read(file);
  const text = before === null ? change.text : onTopOf(before, state, hunk);
  const source = hunk.sources.at(-1);
  if (text === null || !source) return 'left';
  writing.begin([file]);
  try {
    let written: string | null = text;
    if (text !== before) {
      const answer = await restores.approve({ kind: 'restore', file, before, after: text }, isNamed);
      if ('refused' in answer) return answer.refused;
      written = await files.write(answer.approved);
    }
    // A file that exists again has all its hunks again.
    if (before === null) store.restore(file, state);
    else store.agentEdited(file, before, text, source);
    store.observed(file, written);
  } catch (error) {
    reportBug(`${file} could not be written`, error);
    return 'left';
  } finally {
    writing.end([file]);
  }
  lost.dismiss(before === null ? state.hunks.map(({ id }) => id) : [hunk.id]);
  return 'applied';
}

/** Null if the file's current text there is not the text that the hunk was made of. */
function onTopOf(current: string, state: FileChanges, hunk: Hunk): string | null {
  const others = new Set(state.hunks.map(({ id }) => id).filter(id => id !== hunk.id));
  const alone = undo(state, others);
  const without = undo(alone, new Set([hunk.id]));
  return mergeChange(without.lines.join(''), alone.lines.join(''), current);
}
