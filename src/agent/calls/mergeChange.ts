// Uses the line edits of changes under review instead of a package: node-diff3 finds common lines in time quadratic in
// the number of equal lines, such as blank ones. Two changed lines in 2,000 took it eight seconds, during which the
// extension host would be blocked; it would also merge by another diff than the one that is shown.
import { diffLines, splitLines, withEdit, type LineEdit } from '../changes/lineEdits';

/**
 * Applies the change from `before` to `after` to `current` instead; null if it touches lines that changed there, or
 * lines next to them. Edits that both made are applied once.
 */
export function mergeChange(before: string, after: string, current: string): string | null {
  const base = splitLines(before);
  const ours = diffLines(base, splitLines(after));
  const theirs = diffLines(base, splitLines(current));
  const added = ours.filter(edit => !theirs.some(other => isSame(edit, other)));
  if (added.some(edit => theirs.some(other => edit.start <= other.end && other.start <= edit.end))) return null;
  const all = [...added, ...theirs].sort((a, b) => b.start - a.start);
  return all.reduce((lines: readonly string[], edit) => withEdit(lines, edit), base).join('');
}

function isSame(a: LineEdit, b: LineEdit): boolean {
  return a.start === b.start && a.end === b.end && a.lines.join('') === b.lines.join('');
}
