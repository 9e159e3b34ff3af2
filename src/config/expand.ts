export type Environment = Readonly<Record<string, string | undefined>>;

const reference = /\$(?:(\w+)|\{(\w+)(?::-([^}]*))?\})/g;

/**
 * `text` with the values of `$NAME`, `${NAME}` and `${NAME:-default}` in their places; the default also stands in for an
 * empty value. What is not set and has no default stays as it is written. Values are not expanded again.
 */
export function expand(text: string, env: Environment): string {
  return text.replace(reference, (whole, bare?: string, braced?: string, otherwise?: string) => {
    const name = bare ?? braced ?? '';
    const value = Object.hasOwn(env, name) ? env[name] : undefined;
    return otherwise === undefined ? (value ?? whole) : value || otherwise;
  });
}

/** Expands the texts in a value of a settings file. */
export function expandAll(value: unknown, env: Environment): unknown {
  if (typeof value === 'string') return expand(value, env);
  return Array.isArray(value) ? value.map(each => expandAll(each, env)) : value;
}
