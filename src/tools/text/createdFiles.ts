import * as l10n from '@vscode/l10n';
import { visible } from './controls';

const MAX_NAMES = 10;

/** The paths as one text, relative to the directory where they are below it. */
export function createdNames(paths: readonly string[], directory: string): string {
  const names = paths
    .slice(0, MAX_NAMES)
    .map(path => visible(path.startsWith(`${directory}/`) ? path.slice(directory.length + 1) : path));
  return [...names, ...(paths.length > MAX_NAMES ? ['…'] : [])].join(', ');
}

/** Tells the user what came to exist while a program ran for which nobody waited. */
export function createdByProgram(paths: readonly string[], directory: string): string {
  return l10n.t(
    'Files that can control agents, editors or shells were created while a background command, a hook, a tool or an MCP server ran in the sandbox. Check them before you use them: {0}',
    createdNames(paths, directory),
  );
}
