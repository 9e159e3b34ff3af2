import type { CallLabel, ToolCall } from '../../shared/messages';
import type { WorkspaceFolder } from '../ports/workspace';
import type { Tool } from '../tool';
import type { FoundCall } from './call';
import { unknownTool } from './callOutcome';
import type { ArgumentValidator } from './validateArgs';

export interface CallContext {
  readonly tools: readonly Tool[];
  readonly folders: readonly WorkspaceFolder[];
  readonly validator: ArgumentValidator;
}

/** Finds the tool and validates the arguments. Throws `ToolError` for an unknown tool or invalid arguments. */
export function findCall(name: string, given: ToolCall['args'], context: CallContext): FoundCall {
  const { tools, folders, validator } = context;
  const tool = toolNamed(name, tools);
  if (!tool) throw unknownTool(name, tools);
  const args = validator.validate(tool, given);
  const meant = tool.redirect?.(args);
  if (meant) return findCall(meant.name, meant.args, context);
  return { tool, args, title: tool.title(args, path => shortPath(path, folders)) };
}

export function toolNamed(name: string, tools: readonly Tool[]): Tool | undefined {
  return tools.find(each => each.name === name || each.otherNames?.includes(name));
}

/** How a call of `tool` is displayed; undefined if the tool is unknown. */
export function labelOf({ tool, title }: { readonly tool: Tool | undefined; readonly title: string }): CallLabel {
  return { title, ...(tool?.icon && { icon: tool.icon }) };
}

/** An absolute path for display: relative to the workspace folder. */
function shortPath(path: string, folders: readonly WorkspaceFolder[]): string {
  const folder = folders.find(each => path.startsWith(`${each.path}/`) || path.startsWith(`${each.path}\\`));
  return folder && folders.length === 1 ? path.slice(folder.path.length + 1) : path === folders[0]?.path ? '.' : path;
}
