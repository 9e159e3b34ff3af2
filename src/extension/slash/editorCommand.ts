import type { CommandAction } from '../../context/commands/command';

/** A command that the editor has in its palette as well. */
export function editorCommand(command: string, ...args: readonly unknown[]): CommandAction {
  return () => ({ kind: 'editorCommand', command, args });
}
