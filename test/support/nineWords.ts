// A text of nine lines in three files, each of which is changed in three places.
const words = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', ''];

export const before = words.join('\n');
/** The text with these words in capitals. */
export const changed = (...names: string[]) =>
  words.map(word => (names.includes(word) ? word.toUpperCase() : word)).join('\n');
export const all = changed('two', 'five', 'eight');
export const names = ['a.txt', 'b.txt', 'c.txt'];
