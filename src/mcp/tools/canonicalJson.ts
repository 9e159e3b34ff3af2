/** JSON with sorted keys, for users to read and compare: equal values give equal text. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(sorted(value, 0), null, 2);
}

/** Deeper values are included as JSON strings. */
const MAX_DEPTH = 60;

function sorted(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (depth > MAX_DEPTH) return JSON.stringify(value);
  if (Array.isArray(value)) return value.map(each => sorted(each, depth + 1));
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, each]) => [key, sorted(each, depth + 1)]));
}
