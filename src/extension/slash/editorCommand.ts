import type { CommandAction } from '../../context/commands/command';

/** A command that the editor has in its palette as well, and that says itself what came of it. */
export function editorCommand(command: string, ...args: readonly unknown[]): CommandAction {
  return () => ({ kind: 'editorCommand', command, args });
}

/** One after which the chat has nothing to say. */
export function silentCommand(command: string): CommandAction {
  return () => ({ kind: 'editorCommand', command, isSilent: true });
}

/** One that opens something beside the chat, which then says what; localised when it is run. */
export function opening(said: () => string, command: string, ...args: readonly unknown[]): CommandAction {
  return () => ({ kind: 'editorCommand', command, args, said: said() });
}
