export type Environment = Readonly<Record<string, string | undefined>>;

const REFERENCE = /\$(?:(\w+)|\{(\w+)(?::-([^}]*))?\})/g;

/**
 * Replaces `$NAME`, `${NAME}` and `${NAME:-default}` in `text` by their values; the default also replaces an empty
 * value. References to unset variables without a default stay unchanged. Values are not expanded again.
 */
export function expand(text: string, env: Environment): string {
  return text.replace(REFERENCE, (whole, bare?: string, braced?: string, otherwise?: string) => {
    const name = bare ?? braced ?? '';
    const value = Object.hasOwn(env, name) ? env[name] : undefined;
    return otherwise === undefined ? (value ?? whole) : value || otherwise;
  });
}

/** Expands the strings in a value of a settings file. */
export function expandAll(value: unknown, env: Environment): unknown {
  if (typeof value === 'string') return expand(value, env);
  return Array.isArray(value) ? value.map(each => expandAll(each, env)) : value;
}
