const WORD = /[\p{L}\p{N}_$]/u;

/** The 1-based column of `symbol` in a line, preferably as a whole word; null if it doesn't occur. */
export function symbolColumn(line: string, symbol: string): number | null {
  if (symbol === '') return null;
  let first = -1;
  for (let at = line.indexOf(symbol); at >= 0; at = line.indexOf(symbol, at + 1)) {
    if (isWhole(line, symbol, at)) return at + 1;
    if (first < 0) first = at;
  }
  return first < 0 ? null : first + 1;
}

function isWhole(line: string, symbol: string, at: number): boolean {
  const [before, after] = [line.charAt(at - 1), line.charAt(at + symbol.length)];
  return (
    !(WORD.test(before) && WORD.test(symbol.charAt(0))) &&
    !(WORD.test(after) && WORD.test(symbol.charAt(symbol.length - 1)))
  );
}
