import { extensionsAction } from '../../context/commands/actions/extensions';
import { helpAction } from '../../context/commands/actions/help';
import { initAction } from '../../context/commands/actions/init';
import { memoryAction } from '../../context/commands/actions/memory';
import type { EditorCommandName } from '../../context/commands/builtinTable';
import type { CommandAction, RunnableCommand } from '../../context/commands/command';
import type { WindowMemory } from '../windowMemory';
import { initPorts, memoryPorts } from './memoryPorts';
import type { WindowExtensions } from '../windowExtensions';

/** What the commands of the panel need of the window and of the chat that they were typed in. */
export interface SlashContext {
  readonly commands: () => Promise<readonly RunnableCommand[]>;
  readonly memory: WindowMemory;
  readonly extensions: Pick<WindowExtensions, 'find' | 'refresh'>;
}

/** What each command that Pollux brings does in the panel. */
export function slashActions(context: SlashContext): Readonly<Record<EditorCommandName, CommandAction>> {
  return {
    compress: () => ({ kind: 'compress' }),
    extensions: extensionsAction(context.extensions),
    help: helpAction(context.commands),
    init: initAction(initPorts(context.memory)),
    memory: memoryAction(memoryPorts(context.memory)),
  };
}
