/** What a screen reader says of a row: its texts, with a comma after each that isn't a sentence. */
export function readAloud(...texts: readonly (string | undefined)[]): string {
  return texts
    .filter(text => text !== undefined && text !== '')
    .join(', ')
    .replace(/([.!?…]), /g, '$1 ');
}
