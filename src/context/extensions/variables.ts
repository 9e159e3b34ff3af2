import { expand, type Environment } from '../../config/expand';

/** What the files of an extension may name. */
export interface ExtensionVariables {
  /** The extension's folder. */
  readonly extensionPath: string;
  /** The first workspace folder. */
  readonly workspacePath: string;
  /** Between the parts of a path on this system. */
  readonly separator: string;
}

/** `text` with `${extensionPath}`, `${workspacePath}`, `${/}` and `${pathSeparator}` in their places. */
export function expandVariables(text: string, variables: ExtensionVariables): string {
  const { extensionPath, workspacePath, separator } = variables;
  return text.replace(/\$\{(extensionPath|workspacePath|pathSeparator|\/)\}/g, (_, name: string) => {
    if (name === 'extensionPath') return extensionPath;
    return name === 'workspacePath' ? workspacePath : separator;
  });
}

/** All strings in a value, keys left as they are, with the variables and then `env` in their places. */
export function expandDeep(value: unknown, variables: ExtensionVariables, env: Environment): unknown {
  if (typeof value === 'string') return expand(expandVariables(value, variables), env);
  if (Array.isArray(value)) return value.map(each => expandDeep(each, variables, env));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, each]) => [key, expandDeep(each, variables, env)] as const);
  return Object.fromEntries(entries);
}
