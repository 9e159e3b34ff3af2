import type { ChangeSource, FileChanges, Hunk } from '../ports/changes';
import { baseOf, editByAgent, editByOthers, unchanged } from './fileChanges';
import { diffLines, isNothing, trimmed, type LineEdit } from './lineEdits';

/** What somebody else made of the file, where no more is known than what it holds now; null: it is gone. */
export function observedByOthers(state: FileChanges, lines: readonly string[] | null): FileChanges {
  if (lines === null) return state.isThere ? unchanged(null) : state;
  // Of a file that was deleted and is there again, nobody can tell what is still the agent's.
  if (!state.isThere) return unchanged(lines);
  return diffLines(state.lines, lines)
    .flatMap(lineByLine)
    .reduceRight((next, edit) => editByOthers(next, clearOfHunks(next.lines, next.hunks, edit)), state);
}

/** Of as many lines as there were before, each stands for one: a formatter that indents a line and the hunk after it. */
function lineByLine(edit: LineEdit): LineEdit[] {
  const { start, end, lines } = edit;
  if (lines.length !== end - start) return [edit];
  return lines.map((line, index) => ({ start: start + index, end: start + index + 1, lines: [line] }));
}

/** What the agent made of the file; null: it deleted it. */
export function observedByAgent(
  state: FileChanges,
  lines: readonly string[] | null,
  source: ChangeSource,
  newId: () => string,
): FileChanges {
  const isThere = lines !== null;
  // What it deleted and now writes again is compared with what there was before it deleted it.
  const start = isThere && !state.isThere ? { ...state, lines: baseOf(state), hunks: [] } : state;
  const edits = diffLines(start.lines, lines ?? []);
  const next = edits.reduceRight((at, edit) => editByAgent(at, edit, source, newId), start);
  if (next.hunks.length > 0 || isThere === state.wasThere) return { ...next, isThere };
  // An empty file that came or went is a change, too.
  const empty: Hunk = { id: newId(), start: 0, end: 0, base: [], sources: [source], isEdited: false };
  return { ...next, isThere, hunks: [empty] };
}

/** The hunks whose lines are in a commit of the file as they are now, and whose old lines are not. */
export function committedHunks({ lines, hunks }: FileChanges, committed: readonly string[]): string[] {
  const others = diffLines(lines, committed);
  const isCommitted = ({ start, end }: Hunk) => !others.some(edit => edit.start <= end && start <= edit.end);
  return hunks.filter(isCommitted).map(({ id }) => id);
}

/**
 * Of lines that stand there several times nobody can tell which were added or deleted. The edit that makes the same of
 * the text and touches no hunk, if there is one, is the one that takes nothing of the user's.
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

/** The same edit a line earlier or later, if the text comes out the same. */
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
