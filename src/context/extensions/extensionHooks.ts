import type { ActiveExtension } from '../../agent/ports/extensions';
import { readHookDefinitions, type HookDefinitions } from '../../config/hookDefinitions';
import { rootOf, type SettingsProblem } from '../../config/settingsText';
import { expandVariables } from './variables';

/** The hooks of extensions, with each extension's variables expanded and its settings in their environment. */
export function extensionHooks(
  extensions: readonly ActiveExtension[],
  { workspacePath, separator }: { readonly workspacePath: string; readonly separator: string },
): HookDefinitions {
  const read = extensions.map(({ name, path, hooks, env }): HookDefinitions => {
    if (!hooks) return { hooks: [], problems: [] };
    const found = readHookDefinitions([{ ...hooks, scope: 'extension', extension: name }]);
    const variables = { extensionPath: path, workspacePath, separator };
    const expanded = found.hooks.map(hook => {
      const own = Object.entries(hook.env).map(([key, value]) => [key, expandVariables(value, variables)] as const);
      const command = expandVariables(hook.command, variables);
      return { ...hook, command, env: { ...env, ...Object.fromEntries(own) } };
    });
    return { hooks: expanded, problems: [...unreadable(hooks), ...found.problems] };
  });
  return { hooks: read.flatMap(({ hooks }) => hooks), problems: read.flatMap(({ problems }) => problems) };
}

/** Only this function reads the file, so it must report invalid JSON. */
function unreadable(hooks: NonNullable<ActiveExtension['hooks']>): SettingsProblem[] {
  const root = rootOf({ scope: 'user', ...hooks });
  if (!root || !('message' in root)) return [];
  return [{ file: hooks.file, severity: 'error', message: root.message, costsGuard: true }];
}
