export type RawArgs = Readonly<Record<string, unknown>>;

/**
 * Renames the arguments of other versions of a tool, unless the tool's own argument is given as well, and removes
 * those in `dropped`, which have no meaning here.
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

/** Removes those of `names` that are empty: models pass an empty string for an omitted argument. */
export function withoutEmpty(args: RawArgs, names: readonly string[]): RawArgs {
  return Object.fromEntries(Object.entries(args).filter(([name, value]) => value !== '' || !names.includes(name)));
}

/** A JSON Schema for an object with these properties and no others. */
export function objectSchema(properties: Readonly<Record<string, unknown>>, required: readonly string[]) {
  return { type: 'object', properties, required, additionalProperties: false } as const;
}
