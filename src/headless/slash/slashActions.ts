import { extensionsAction } from '../../context/commands/actions/extensions';
import { helpAction } from '../../context/commands/actions/help';
import { initAction, type InitPorts } from '../../context/commands/actions/init';
import { memoryAction, type MemoryCommandPorts } from '../../context/commands/actions/memory';
import { statsAction, type StatsKind } from '../../context/commands/actions/stats';
import type { HeadlessCommandName } from '../../context/commands/builtinTable';
import type { CommandAction, RunnableCommand } from '../../context/commands/command';
import type { ExtensionsFound } from '../../context/extensions/extensions';
import { headlessMentions } from './mentions';

/** What the commands of a headless run need. */
export interface SlashContext {
  readonly commands: () => Promise<readonly RunnableCommand[]>;
  /** Opened by the first memory command. */
  readonly memory: () => Promise<MemoryCommandPorts>;
  readonly init: InitPorts;
  readonly extensions: () => Promise<ExtensionsFound>;
  readonly statistics: (kind: StatsKind) => Promise<string>;
}

/** The actions of the built-in commands without an editor. */
export function slashActions(context: SlashContext): Readonly<Record<HeadlessCommandName, CommandAction>> {
  return {
    compress: () => ({ kind: 'compress' }),
    extensions: extensionsAction({ find: context.extensions }),
    help: helpAction(context.commands, headlessMentions()),
    init: initAction(context.init),
    stats: statsAction(context.statistics),
    memory: async args => memoryAction(await context.memory())(args),
  };
}
