import { helpAction } from '../../context/commands/actions/help';
import type { HeadlessCommandName } from '../../context/commands/builtinTable';
import type { CommandAction, RunnableCommand } from '../../context/commands/command';

/** What the commands of a headless run need of it. */
export interface SlashContext {
  readonly commands: () => Promise<readonly RunnableCommand[]>;
}

/** What each command that Pollux brings does without an editor. */
export function slashActions(context: SlashContext): Readonly<Record<HeadlessCommandName, CommandAction>> {
  return {
    compress: () => ({ kind: 'compress' }),
    help: helpAction(context.commands),
  };
}
