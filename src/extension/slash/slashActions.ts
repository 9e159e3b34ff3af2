import { helpAction } from '../../context/commands/actions/help';
import type { EditorCommandName } from '../../context/commands/builtinTable';
import type { CommandAction, RunnableCommand } from '../../context/commands/command';

/** What the commands of the panel need of the window and of the chat that they were typed in. */
export interface SlashContext {
  readonly commands: () => Promise<readonly RunnableCommand[]>;
}

/** What each command that Pollux brings does in the panel. */
export function slashActions(context: SlashContext): Readonly<Record<EditorCommandName, CommandAction>> {
  return {
    compress: () => ({ kind: 'compress' }),
    help: helpAction(context.commands),
  };
}
