import { tmpdir } from 'node:os';
import type { Tool } from '../../src/agent/tool';

/** A tool that runs a command, and nothing more. */
export const runTool: Tool = {
  kind: 'change',
  changes: 'command',
  name: 'run',
  description: 'Runs a command.',
  parameters: { type: 'object', properties: { command: { type: 'string' } }, required: ['command'] },
  title: () => 'Run',
  propose: async ({ command }: { command: string }) => ({ kind: 'command', command, cwd: tmpdir() }),
  apply: async (approved, { terminal, onOutput, signal }) => ({
    content: (await terminal.run(approved, onOutput, signal)).output,
  }),
};
