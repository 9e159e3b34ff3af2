import { builtinCommands, unknownCommandText } from '../../context/commands/builtinCommands';
import type { RunnableCommand } from '../../context/commands/command';
import { resolveInput } from '../../context/commands/resolveInput';
import { InputError } from '../commandLine';
import { slashActions } from './slashActions';

/** The command that a prompt is, with its arguments; null: it is none. Throws `InputError` for an unknown one. */
export async function commandIn(
  prompt: string,
): Promise<{ readonly command: RunnableCommand; readonly args: string } | null> {
  const commands = async (): Promise<readonly RunnableCommand[]> => builtinCommands(slashActions({ commands }));
  const input = resolveInput(prompt, await commands());
  if (input.kind === 'unknownCommand') throw new InputError(unknownCommandText(input.name, input.similar));
  return input.kind === 'command' ? input : null;
}
