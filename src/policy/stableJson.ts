/**
 * JSON with sorted keys, in which a NUL stands before and after every pair of the outermost object: so a pattern can
 * be held to one argument, since no text can hold a NUL of its own.
 */
export function stableJson(args: Readonly<Record<string, unknown>>): string {
  const pairs = Object.keys(args)
    .sort()
    .map(key => `\0${JSON.stringify(key)}:${sorted(args[key])}\0`);
  return `{${pairs.join(',')}}`;
}

function sorted(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(sorted).join(',')}]`;
  if (value === undefined) return 'null';
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, each]) => `${JSON.stringify(key)}:${sorted(each)}`).join(',')}}`;
}
