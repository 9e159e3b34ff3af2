/** The usual longest time between the halves of a double click, in milliseconds. */
const DOUBLE_CLICK_MS = 250;

/**
 * Returns a function that tells of each click on a row's button whether it is the second half of a double click that
 * hits another row: the one that has moved to the place of the first. `rows`: all rows in the order shown. `args`: those
 * of the button's command, of which the first is the row; keys, the palette and lenses give none.
 */
export function createSecondClicks(
  rows: () => Promise<readonly { readonly id: string }[]>,
  now: () => number = () => performance.now(),
): (args: readonly unknown[]) => Promise<boolean> {
  let last = { id: '', place: -1, at: -Infinity };
  return async ([row]) => {
    if (!isRow(row)) return false;
    // Rows are updated in place, so the id is read before anything is awaited.
    const { id } = row;
    const at = now();
    const place = (await rows()).findIndex(each => each.id === id);
    const isStray = id !== last.id && place === last.place && at - last.at < DOUBLE_CLICK_MS;
    // A third click is measured from the second, but against the row that was meant.
    last = isStray ? { ...last, at } : { id, place, at };
    return isStray;
  };
}

function isRow(value: unknown): value is { readonly id: string } {
  return typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'string';
}
