import type { ChangeSource, FileChanges, Hunk } from '../ports/changes';
import { baseOf, editByAgent, editByOthers, keep, unchanged } from './fileChanges';
import { isLeftOf } from './leftOfHunk';
import { diffLines, isNothing, trimmed, type LineEdit } from './lineEdits';

/** The state after someone else changed the file, if only its current lines are known; null: it was deleted. */
export function observedByOthers(state: FileChanges, lines: readonly string[] | null): FileChanges {
  if (lines === null) return state.isThere ? unchanged(null) : state;
  // If a deleted file exists again, the agent's part of it can't be determined.
  if (!state.isThere) return unchanged(lines);
  return diffLines(state.lines, lines)
    .flatMap(edit => splitAtHunks(edit, state.hunks))
    .reduceRight((next, edit) => editByOthers(next, clearOfHunks(next.lines, next.hunks, edit)), state);
}

/** If the number of lines is unchanged, each replaces one: a formatter may indent a line and the hunk after it. */
function splitAtHunks(edit: LineEdit, hunks: readonly Hunk[]): LineEdit[] {
  const { start, end, lines } = edit;
  if (lines.length !== end - start) return [edit];
  const inside = hunks.flatMap(hunk => [hunk.start, hunk.end]).filter(line => start < line && line < end);
  const places = [...new Set([start, ...inside, end])];
  return places.slice(1).map((to, index) => {
    const from = places[index] ?? start;
    return { start: from, end: to, lines: lines.slice(from - start, to - start) };
  });
}

/** The state after the agent changed the file; null: it deleted the file. */
export function observedByAgent(
  state: FileChanges,
  lines: readonly string[] | null,
  source: ChangeSource,
  newId: () => string,
): FileChanges {
  const isThere = lines !== null;
  // A file that it deleted and now writes again is compared with the text from before the deletion.
  const start = isThere && !state.isThere ? { ...state, lines: baseOf(state), hunks: [] } : state;
  const edits = diffLines(start.lines, lines ?? []);
  const next = edits.reduceRight((at, edit) => editByAgent(at, edit, source, newId), start);
  if (next.hunks.length > 0 || isThere === state.wasThere) return { ...next, isThere };
  // Creating or deleting an empty file is a change, too.
  const empty: Hunk = { id: newId(), start: 0, end: 0, base: [], sources: [source], isEdited: false };
  return { ...next, isThere, hunks: [empty] };
}

/** The same for a change that was made in no editor: without the hunks that it replaced, as a checkout does. */
export function observedOutside(before: FileChanges, lines: readonly string[] | null): FileChanges {
  const after = observedByOthers(before, lines);
  const there = new Set(after.hunks.map(({ id }) => id));
  const over = before.hunks.filter(hunk => there.has(hunk.id) && !isLeftOf(hunk, before, after));
  return over.length === 0 ? after : keep(after, new Set(over.map(({ id }) => id)));
}

/** The same for what a formatter changed as the agent's edit was saved: hunks count as edited only if they were before. */
export function observedOnSave(before: FileChanges, lines: readonly string[] | null): FileChanges {
  const after = observedByOthers(before, lines);
  if (after === before) return before; // the same state isn't stored again, nor told to other windows
  const own = new Set(before.hunks.filter(({ isEdited }) => !isEdited).map(({ id }) => id));
  return { ...after, hunks: after.hunks.map(hunk => (own.has(hunk.id) ? { ...hunk, isEdited: false } : hunk)) };
}

/** The hunks whose current lines, and not their old ones, are in a commit of the file. */
export function committedHunks({ lines, hunks }: FileChanges, committed: readonly string[]): string[] {
  const others = diffLines(lines, committed);
  const isCommitted = ({ start, end }: Hunk) => !others.some(edit => edit.start <= end && start <= edit.end);
  return hunks.filter(isCommitted).map(({ id }) => id);
}

/**
 * If equal lines occur several times in a row, it is ambiguous which of them were added or deleted. Prefers an
 * equivalent edit that touches no hunk, if there is one, so that nothing of the user's is taken.
 */
export function clearOfHunks(lines: readonly string[], hunks: readonly Hunk[], asked: LineEdit): LineEdit {
  const edit = trimmed(lines, asked);
  const isInsertion = edit.start === edit.end;
  if (isNothing(edit) || (!isInsertion && edit.lines.length > 0)) return edit;
  const isClear = (each: LineEdit) =>
    !hunks.some(({ start, end }) =>
      isInsertion ? start < each.start && each.start < end : start < each.end && each.start < end,
    );
  if (isClear(edit)) return edit;
  for (const by of [-1, 1]) {
    let at: LineEdit | null = edit;
    while ((at = slid(lines, at, by))) if (isClear(at)) return at;
  }
  return edit;
}

/** The same edit one line earlier or later, if the resulting text is the same; otherwise null. */
function slid(lines: readonly string[], { start, end, lines: added }: LineEdit, by: number): LineEdit | null {
  const passed = by < 0 ? lines[start - 1] : lines[end];
  if (passed === undefined) return null;
  const turn = (all: readonly string[]) =>
    by < 0
      ? all.at(-1) === passed
        ? [passed, ...all.slice(0, -1)]
        : null
      : all[0] === passed
        ? [...all.slice(1), passed]
        : null;
  if (start === end) {
    const turned = turn(added);
    return turned && { start: start + by, end: end + by, lines: turned };
  }
  return turn(lines.slice(start, end)) && { start: start + by, end: end + by, lines: [] };
}
