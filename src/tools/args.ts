export type RawArgs = Readonly<Record<string, unknown>>;

/**
 * Arguments with the names of other versions of a tool renamed, where the tool's own name is not given as well, and
 * those in `dropped`, which mean nothing here, left out.
 */
export function renameArgs(
  args: RawArgs,
  names: Readonly<Record<string, string>>,
  dropped: readonly string[] = [],
): Record<string, unknown> {
  const known = new Map(Object.entries(names));
  const entries = Object.entries(args).flatMap(([name, value]): [string, unknown][] => {
    const own = known.get(name);
    if (name === 'wait_for_previous' || dropped.includes(name) || (own !== undefined && own in args)) return [];
    return [[own ?? name, value]];
  });
  return Object.fromEntries(entries);
}

/** Arguments without those of `names` that are empty: models give an empty text for what they leave out. */
export function withoutEmpty(args: RawArgs, names: readonly string[]): RawArgs {
  return Object.fromEntries(Object.entries(args).filter(([name, value]) => value !== '' || !names.includes(name)));
}

/** A schema of an object that takes these properties and no others. */
export function objectSchema(properties: Readonly<Record<string, unknown>>, required: readonly string[]) {
  return { type: 'object', properties, required, additionalProperties: false } as const;
}
