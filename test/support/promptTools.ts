import type { PromptTools } from '../../src/agent/ports/promptTools';
import type { Tool } from '../../src/agent/tool';
import type { ShellEnd, ShellReader } from '../../src/context/commands/custom/expandTemplate';
import type { ToolResult } from '../../src/shared/messages';
import { createMemoryWorkspace, MemoryFiles } from './memoryWorkspace';

export function callResult(more: Partial<ToolResult> = {}): ToolResult {
  return { callId: 'c', name: 'run_shell_command', title: 'Run', status: 'success', content: '', ...more };
}

const ends = new WeakMap<Tool, () => void>();

/** Makes a tool that ends so when it is called through `promptTools`; undefined: it never ran. */
export function shellTool(end: ShellEnd | undefined): ShellReader {
  return take => {
    const tool = { name: 'run_shell_command' } as unknown as Tool;
    ends.set(tool, () => end && take(end));
    return tool;
  };
}

/** What a prompt can have done, over an empty workspace. */
export function promptTools(
  onCall: (name: string, args: unknown, more: unknown) => unknown,
  result = callResult(),
): PromptTools {
  return {
    workspace: createMemoryWorkspace(new MemoryFiles(), ['/pollux-memory/work']),
    tool: () => undefined,
    async call(tool, args, more) {
      onCall(tool.name, args, more);
      ends.get(tool)?.();
      return result;
    },
    follow: () => undefined,
    notify: () => undefined,
    signal: new AbortController().signal,
  };
}
