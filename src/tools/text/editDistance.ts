/** The edit distance (Levenshtein) of two texts, or null if it exceeds `limit`. Computes only a band of the table. */
export function distanceWithin(one: string, other: string, limit: number): number | null {
  if (Math.abs(one.length - other.length) > limit) return null;
  const far = limit + 1;
  let above = new Int32Array(other.length + 2).fill(far);
  let row = new Int32Array(other.length + 2).fill(far);
  for (let column = 0; column <= Math.min(other.length, limit); column++) above[column] = column;
  for (let at = 1; at <= one.length; at++) {
    const code = one.charCodeAt(at - 1);
    const from = Math.max(1, at - limit);
    const to = Math.min(other.length, at + limit);
    let left = from === 1 ? Math.min(at, far) : far;
    let least = left;
    row[from - 1] = left;
    for (let column = from; column <= to; column++) {
      const changed = (above[column - 1] ?? far) + (code === other.charCodeAt(column - 1) ? 0 : 1);
      left = Math.min(changed, (above[column] ?? far) + 1, left + 1, far);
      row[column] = left;
      if (left < least) least = left;
    }
    row[to + 1] = far;
    if (least > limit) return null;
    [above, row] = [row, above];
  }
  const distance = above[other.length] ?? far;
  return distance > limit ? null : distance;
}

/**
 * Counts the characters of a text, ignoring whitespace, that a moving window of lines lacks, and the surplus ones in
 * the window. Both are lower bounds of the edit distance and cheap to maintain.
 */
export class Balance {
  /** Indexed by code unit modulo 256; collisions can only make texts look more similar than they are. */
  readonly #counts = new Int32Array(256);
  #missing: number;
  #surplus = 0;

  constructor(wanted: string) {
    const bare = withoutBlanks(wanted);
    this.#missing = bare.length;
    for (let at = 0; at < bare.length; at++) this.#count(bare.charCodeAt(at), 1);
  }

  add(line: string): void {
    for (let at = 0; at < line.length; at++) {
      const code = line.charCodeAt(at);
      if (isBlank(code)) continue;
      if (this.#count(code, -1) >= 0) this.#missing--;
      else this.#surplus++;
    }
  }

  remove(line: string): void {
    for (let at = 0; at < line.length; at++) {
      const code = line.charCodeAt(at);
      if (isBlank(code)) continue;
      if (this.#count(code, 1) > 0) this.#missing++;
      else this.#surplus--;
    }
  }

  distance(): number {
    return Math.max(this.#missing, this.#surplus);
  }

  /** Returns the new count. */
  #count(code: number, change: number): number {
    const count = (this.#counts[code & 255] ?? 0) + change;
    this.#counts[code & 255] = count;
    return count;
  }
}

export function withoutBlanks(text: string): string {
  return text.replace(/\s+/g, '');
}

/** The same characters as `\s`. */
function isBlank(code: number): boolean {
  if (code < 160) return code === 32 || (code >= 9 && code <= 13);
  if (code < 0x2000) return code === 160 || code === 0x1680;
  if (code <= 0x205f) return code <= 0x200a || code === 0x2028 || code === 0x2029 || code === 0x202f || code === 0x205f;
  return code === 0x3000 || code === 0xfeff;
}
