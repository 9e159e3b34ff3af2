import type { CommandAction } from '../../context/commands/command';

/** A command that the editor has in its palette as well. */
export function editorCommand(command: string, ...args: readonly unknown[]): CommandAction {
  return () => ({ kind: 'editorCommand', command, args });
}

/** One that opens something beside the chat, which then says what; localised when it is run. */
export function opening(said: () => string, command: string, ...args: readonly unknown[]): CommandAction {
  return () => ({ kind: 'editorCommand', command, args, said: said() });
}
