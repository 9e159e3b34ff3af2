/** The longest time between the halves of a double click, in milliseconds. */
const DOUBLE_CLICK_MS = 400;

/**
 * Returns a function that tells of each click on a row's button whether it is the second half of a double click that
 * hit another row: the one that has moved under the pointer since. `args`: those of the button's command, of which the
 * first is the row; keys, the palette and lenses give none.
 */
export function createSecondClicks(now: () => number): (args: readonly unknown[]) => boolean {
  let last = { row: '', at: -Infinity };
  return ([row]) => {
    if (!isRow(row)) return false;
    const click = { row: row.id, at: now() };
    const isStray = click.row !== last.row && click.at - last.at < DOUBLE_CLICK_MS;
    // A third click is measured from the second, but against the row that was meant.
    last = isStray ? { ...last, at: click.at } : click;
    return isStray;
  };
}

function isRow(value: unknown): value is { readonly id: string } {
  return typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'string';
}
