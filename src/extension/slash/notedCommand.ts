import type { NoteWindowFact } from '../../agent/ports/telemetry';
import type { ResolvedCommand } from '../../chat/prompts/sending';
import { BUILTIN_COMMANDS } from '../../context/commands/builtinTable';

/** The command, which also notes that it was run, and whether it succeeded. */
export function notedCommand(found: ResolvedCommand | null, note: NoteWindowFact): ResolvedCommand | null {
  if (!found) return null;
  const { command, args } = found;
  const { name } = command;
  const tell = (isDone: boolean) =>
    note({ type: 'slashCommand', name, isOwn: Object.hasOwn(BUILTIN_COMMANDS, name), isDone });
  const run: typeof command.run = async given => {
    let isDone = false;
    try {
      const result = await command.run(given);
      isDone = true;
      return result;
    } finally {
      tell(isDone);
    }
  };
  return { command: { ...command, run }, args };
}
