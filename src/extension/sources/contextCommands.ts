import { CONTEXT_VIEW, type ContextEntry, type ContextTree } from '../../vscode/views/contextTree';
import { runCommand } from '../../vscode/runCommand';
import { openTextFile } from '../../vscode/settingsNotices';
import type { WindowAgents } from './windowAgents';
import type { WindowMemory } from './windowMemory';

export interface ContextCommandsOptions {
  readonly context: ContextTree;
  readonly memory: WindowMemory;
  readonly agents: WindowAgents;
}

/** The commands of the Context view. The editor passes no row while it re-reads the list. */
export function createContextCommands({ context, memory, agents }: ContextCommandsOptions) {
  return {
    showContext: () => runCommand(`${CONTEXT_VIEW}.focus`),
    openContextFile: async ({ file, line }: Partial<ContextEntry> = {}) => {
      if (file !== undefined) await openTextFile({ file, ...(line !== undefined && { line }) });
    },
    leaveOutMemory: async ({ file }: Partial<ContextEntry> = {}) => {
      if (file !== undefined) memory.setLeftOut(file, true);
    },
    includeMemory: async ({ file }: Partial<ContextEntry> = {}) => {
      if (file !== undefined) memory.setLeftOut(file, false);
    },
    approveAgent: async ({ label }: Partial<ContextEntry> = {}) => {
      if (label !== undefined) await (await agents.open()).ask(label);
    },
    refreshContext: async () => context.refresh(),
  };
}
