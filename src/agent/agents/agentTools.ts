import type { Tool } from '../tool';

/** Those of the chat itself: its list of steps, its mode; and agents, which set no others to work. */
const OF_THE_CHAT: ReadonlySet<string> = new Set(['write_todos', 'enter_plan_mode', 'exit_plan_mode', 'complete_task']);

/** The tools of an agent: those of its caller that its definition names, and never more. */
export function toolsFor(patterns: readonly string[] | undefined, all: readonly Tool[]): readonly Tool[] {
  const allowed = all.filter(({ name, origin }) => origin?.kind !== 'agent' && !OF_THE_CHAT.has(name));
  if (!patterns) return allowed;
  const named = allowed.filter(tool => patterns.some(pattern => isNamed(tool, pattern)));
  return named.map(tool => (patterns.includes(tool.name) ? declared(tool) : tool));
}

/** What is named outright is told of by itself: the tool that it is called through otherwise is not there. */
function declared(tool: Tool): Tool {
  if (!tool.isUndeclared) return tool;
  const { isUndeclared: _isUndeclared, ...plain } = tool;
  return plain;
}

function isNamed({ name, otherNames = [] }: Tool, pattern: string): boolean {
  return [name, ...otherNames].some(each =>
    pattern.endsWith('*') ? each.startsWith(pattern.slice(0, -1)) : each === pattern,
  );
}
