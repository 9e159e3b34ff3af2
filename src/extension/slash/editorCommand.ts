import type { CommandAction } from '../../context/commands/command';

/** An editor command that is also in the palette and reports its own result. */
export function editorCommand(command: string, ...args: readonly unknown[]): CommandAction {
  return () => ({ kind: 'editorCommand', command, args });
}

/** An editor command after which the chat shows nothing. */
export function silentCommand(command: string): CommandAction {
  return () => ({ kind: 'editorCommand', command, isSilent: true });
}

/**
 * An editor command that opens something outside the chat, which then shows what was opened. `said` is called at run
 * time, so that it is localized.
 */
export function opening(said: () => string, command: string, ...args: readonly unknown[]): CommandAction {
  return () => ({ kind: 'editorCommand', command, args, said: said() });
}
