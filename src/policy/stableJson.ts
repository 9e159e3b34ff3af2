/**
 * JSON with sorted keys and a NUL before and after each pair of the outermost object. Since no string in it can
 * contain a raw NUL, a pattern can be limited to one argument.
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
