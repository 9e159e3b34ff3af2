// Reverts a decision, even if its hunks have moved since.
import type { Choice, FileChanges, Hunk } from '../ports/changes';
import { withEdit } from './lineEdits';

/** A decision in one file. */
export interface FileStep {
  /**
   * The text since the decision; its hunks are what reverting would change. Every later edit must be applied to it, as
   * an edit by others.
   */
  shadow: FileChanges;
  /** `hunks`: the decided hunks as they were; `order`: the ids of all hunks, including undecided ones, in order. */
  readonly hunks: readonly Hunk[];
  readonly order: readonly string[];
  readonly wasThere: boolean;
  readonly isThere: boolean;
}

/** `next`: the state after deciding `hunks` of `state`. */
export function stepOf(state: FileChanges, next: FileChanges, hunks: readonly Hunk[], choice: Choice): FileStep {
  const { wasThere, isThere } = state;
  const step = { hunks, order: state.hunks.map(({ id }) => id), wasThere, isThere };
  if (choice === 'keep') {
    return { ...step, shadow: { ...state, hunks: hunks.map(hunk => ({ ...hunk, isEdited: false })) } };
  }
  let shift = 0;
  const places = hunks.map(hunk => {
    const start = hunk.start + shift;
    shift += hunk.base.length - (hunk.end - hunk.start);
    return {
      ...hunk,
      start,
      end: start + hunk.base.length,
      base: state.lines.slice(hunk.start, hunk.end),
      isEdited: false,
    };
  });
  return { ...step, shadow: { ...next, hunks: places, wasThere: isThere } };
}

/** The hunks that reverting the decision would change: those that no one has changed since. */
export function placesOf({ shadow, hunks }: FileStep): Hunk[] {
  const known = new Set(hunks.map(({ id }) => id));
  return shadow.hunks.filter(({ isEdited, id }) => !isEdited && known.has(id));
}

/** The state with the decided hunks in it again, except those that someone has changed since. */
export function taken(state: FileChanges, step: FileStep, choice: Choice): FileChanges {
  const known = new Map(step.hunks.map(hunk => [hunk.id, hunk]));
  const places = placesOf(step);
  if (places.length === 0) return state;
  let next = state;
  for (const place of places.reverse()) {
    const hunk = { ...place, isEdited: known.get(place.id)?.isEdited ?? false };
    next = choice === 'keep' ? kept(next, hunk, step.order) : undone(next, hunk, step.order);
  }
  const isThere = choice === 'keep' ? next.isThere : step.isThere || next.lines.length > 0;
  return { ...next, wasThere: step.wasThere, isThere };
}

function kept(state: FileChanges, hunk: Hunk, order: readonly string[]): FileChanges {
  return { ...state, hunks: inserted(state.hunks, hunk, hunk.end, order) };
}

function undone(state: FileChanges, { start, end, base: text, ...hunk }: Hunk, order: readonly string[]): FileChanges {
  const lines = withEdit(state.lines, { start, end, lines: text });
  const back = { ...hunk, start, end: start + text.length, base: state.lines.slice(start, end) };
  return { ...state, lines, hunks: inserted(state.hunks, back, end, order) };
}

/** `end`: the end of the lines that the hunk replaces. */
function inserted(hunks: readonly Hunk[], hunk: Hunk, end: number, order: readonly string[]): Hunk[] {
  const isAfter = (each: Hunk) => {
    // If several hunks deleted lines at the same position, only their original order tells them apart.
    if (each.end === hunk.start || each.start === end) {
      const [first, second] = [order.indexOf(each.id), order.indexOf(hunk.id)];
      if (first >= 0) return first > second;
    }
    return each.end > hunk.start;
  };
  const by = hunk.end - end;
  const after = hunks.filter(isAfter).map(each => ({ ...each, start: each.start + by, end: each.end + by }));
  return [...hunks.filter(each => !isAfter(each)), hunk, ...after];
}
