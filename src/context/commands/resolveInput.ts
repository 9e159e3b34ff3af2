import type { SlashCommand } from './command';

/** The meaning of a typed text. `args`: the trimmed text after the command's name. */
export type ResolvedInput<C extends SlashCommand> =
  | { readonly kind: 'prompt'; readonly text: string }
  | { readonly kind: 'command'; readonly command: C; readonly args: string }
  | { readonly kind: 'unknownCommand'; readonly name: string; readonly similar: readonly string[] };

/** A slash and a word without another slash: `/usr/bin`, `//` and `/*` are not commands. */
const COMMAND = /^\/([^\s/*][^\s/]*)(?:\s+([\s\S]*))?$/;

/**
 * Tells whether a typed text is a prompt, a command with its arguments, or the name of an unknown command, which must
 * not be sent to a model. A text that begins with a space is a prompt. Ignores case in names.
 */
export function resolveInput<C extends SlashCommand>(text: string, commands: readonly C[]): ResolvedInput<C> {
  const [, typed, args = ''] = COMMAND.exec(text.trimEnd()) ?? [];
  if (typed === undefined) return { kind: 'prompt', text };
  const name = typed.toLowerCase();
  const command = commands.find(each => namesOf(each).includes(name));
  if (command) return { kind: 'command', command, args: args.trim() };
  const similar = commands.filter(each => namesOf(each).some(other => isSimilar(other, name))).map(each => each.name);
  return { kind: 'unknownCommand', name: typed, similar };
}

function namesOf({ name, otherNames = [] }: SlashCommand): string[] {
  return [name, ...otherNames].map(each => each.toLowerCase());
}

/** Whether one name is a prefix of the other, or they differ in one letter, or in two swapped ones. */
function isSimilar(name: string, typed: string): boolean {
  if (name.startsWith(typed) || typed.startsWith(name)) return true;
  let start = 0;
  while (start < name.length && name[start] === typed[start]) start++;
  const [a, b] = [name.slice(start), typed.slice(start)];
  return a.slice(1) === b || b.slice(1) === a || a.slice(1) === b.slice(1) || a.slice(2) === b.slice(2);
}
