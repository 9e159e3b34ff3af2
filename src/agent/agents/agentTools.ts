import type { Tool } from '../tool';

/** The tools of an agent: those of its caller that its definition names, never more. Agents can't start agents. */
export function toolsFor(patterns: readonly string[] | undefined, all: readonly Tool[]): readonly Tool[] {
  const allowed = all.filter(({ origin, isOfChat }) => origin?.kind !== 'agent' && !isOfChat);
  if (!patterns) return allowed;
  const named = allowed.filter(tool => patterns.some(pattern => isNamed(tool, pattern)));
  return named.map(tool => (patterns.includes(tool.name) ? declared(tool) : tool));
}

/** A tool named explicitly is declared on its own: the tool that it is otherwise called through may be missing. */
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
