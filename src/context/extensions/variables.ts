import { expand, type Environment } from '../../config/expand';

/** Variables that an extension's files may use. */
export interface ExtensionVariables {
  /** The extension's folder. */
  readonly extensionPath: string;
  /** The first workspace folder. */
  readonly workspacePath: string;
  /** The path separator of this system. */
  readonly separator: string;
}

/** Replaces `${extensionPath}`, `${workspacePath}`, `${/}` and `${pathSeparator}` in `text`. */
export function expandVariables(text: string, variables: ExtensionVariables): string {
  const { extensionPath, workspacePath, separator } = variables;
  return text.replace(/\$\{(extensionPath|workspacePath|pathSeparator|\/)\}/g, (_, name: string) => {
    if (name === 'extensionPath') return extensionPath;
    return name === 'workspacePath' ? workspacePath : separator;
  });
}

/** Expands the variables and then `env` in all strings of a value, but not in keys. */
export function expandDeep(value: unknown, variables: ExtensionVariables, env: Environment): unknown {
  if (typeof value === 'string') return expand(expandVariables(value, variables), env);
  if (Array.isArray(value)) return value.map(each => expandDeep(each, variables, env));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, each]) => [key, expandDeep(each, variables, env)] as const);
  return Object.fromEntries(entries);
}
