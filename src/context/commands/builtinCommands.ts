import * as l10n from '@vscode/l10n';
import type { SlashCommand } from './resolveInput';

/** A command that Pollux brings; `action` is what its host does. */
export interface BuiltinCommand extends SlashCommand {
  readonly action: 'compress';
}

export function builtinCommands(): readonly BuiltinCommand[] {
  return [
    {
      name: 'compress',
      otherNames: ['summarize', 'compact'],
      description: l10n.t('Summarize the conversation so far to make room in the context window'),
      action: 'compress',
    },
  ];
}

/** What people are told of a command that does not exist. */
export function unknownCommandText(name: string, similar: readonly string[]): string {
  const hint = similar.map(each => `/${each}`).join(', ');
  return hint === ''
    ? l10n.t('Unknown command: /{0}. To send it as a prompt, put a space before the slash.', name)
    : l10n.t('Unknown command: /{0}. Did you mean {1}?', name, hint);
}
