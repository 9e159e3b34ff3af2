import type { Tool } from '../tool';

/** Those of the chat itself: its list of steps, its mode; and agents, which set no others to work. */
const OF_THE_CHAT: ReadonlySet<string> = new Set(['write_todos', 'enter_plan_mode', 'exit_plan_mode', 'complete_task']);

/** The tools of an agent: those of its caller that its definition names, and never more. */
export function toolsFor(patterns: readonly string[] | undefined, all: readonly Tool[]): readonly Tool[] {
  const allowed = all.filter(({ name, origin }) => origin?.kind !== 'agent' && !OF_THE_CHAT.has(name));
  if (!patterns) return allowed;
  return allowed.filter(tool => patterns.some(pattern => isNamed(tool, pattern)));
}

function isNamed({ name, otherNames = [] }: Tool, pattern: string): boolean {
  return [name, ...otherNames].some(each =>
    pattern.endsWith('*') ? each.startsWith(pattern.slice(0, -1)) : each === pattern,
  );
}
