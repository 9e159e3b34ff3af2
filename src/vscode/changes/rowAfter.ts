import type { ChangeRow } from './changeTree';

/**
 * The row to continue with after a decision about `row`: the next one of its kind, or else the previous one.
 * `before`, `now`: all rows in the order shown. Undefined: there are no rows.
 */
export function rowAfter(
  row: Pick<ChangeRow, 'id' | 'contextValue'>,
  before: readonly ChangeRow[],
  now: readonly ChangeRow[],
): ChangeRow | undefined {
  const at = before.findIndex(({ id }) => id === row.id);
  const isAlike = (each: ChangeRow) => each.contextValue === row.contextValue;
  const left = (each: ChangeRow) => now.find(({ id }) => id === each.id);
  const next = before.slice(at + 1).find(each => isAlike(each) && left(each));
  // One that waits for the end of a step is still listed.
  const last = before.slice(0, at + 1).findLast(each => isAlike(each) && left(each));
  const found = next ?? last;
  return (found && left(found)) ?? now.findLast(({ expands }) => expands === undefined);
}
