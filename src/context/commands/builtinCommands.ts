import * as l10n from '@vscode/l10n';
import { BUILTIN_COMMANDS, builtinEntry, type BuiltinName } from './builtinTable';
import type { CommandAction, RunnableCommand } from './command';

/** The built-in commands that the host has an action for, in the order of the table. */
export function builtinCommands(
  actions: Readonly<Partial<Record<BuiltinName, CommandAction>>>,
  host: 'editor' | 'headless',
): RunnableCommand[] {
  return (Object.keys(BUILTIN_COMMANDS) as BuiltinName[]).flatMap(name => {
    const run = actions[name];
    if (!run) return [];
    const { otherNames, waits, description, ...hints } = builtinEntry(name);
    const argumentHint = (host === 'headless' ? hints.headlessHint : undefined) ?? hints.argumentHint;
    return [
      {
        name,
        description: description(),
        run,
        ...(otherNames && { otherNames }),
        ...(argumentHint !== undefined && { argumentHint }),
        ...(waits && { waits }),
      },
    ];
  });
}

/** Whether it is a built-in command that only the other host has. */
function isOfOtherHost(name: string): boolean {
  return (Object.keys(BUILTIN_COMMANDS) as BuiltinName[]).some(
    each => each === name || (builtinEntry(each).otherNames?.includes(name) ?? false),
  );
}

/** The message about a command that does not exist. */
export function unknownCommandText(name: string, similar: readonly string[]): string {
  if (isOfOtherHost(name))
    return l10n.t('/{0} isn’t available here. To send it as a prompt, put a space before the slash.', name);
  const hint = similar.map(each => `/${each}`).join(', ');
  return hint === ''
    ? l10n.t('Unknown command: /{0}. To send it as a prompt, put a space before the slash.', name)
    : l10n.t('Unknown command: /{0}. Did you mean {1}?', name, hint);
}
