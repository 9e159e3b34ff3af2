import * as l10n from '@vscode/l10n';
import type { ReadTool } from '../agent/tool';
import { ToolError } from '../shared/errors';
import { objectSchema } from './args';

/** Needs no approval: it can only end processes that this session has started. */
export const killBackgroundProcess: ReadTool<{ readonly pid: number }> = {
  kind: 'read',
  name: 'kill_background_process',
  icon: 'terminal',
  description: 'Ends a background process that this session has started, with all its children.',
  parameters: objectSchema({ pid: { type: 'integer', minimum: 1 } }, ['pid']),
  title: ({ pid }) => l10n.t('End process {0}', pid),
  async run({ pid }, { processes }) {
    if (!(await processes.kill(pid))) throw missingProcess(pid);
    return { content: `Process ${pid} and its children have ended.` };
  },
};

export function missingProcess(pid: number): ToolError {
  return new ToolError(
    'invalid_tool_params',
    `No process ${pid} was started in this session. See list_background_processes.`,
    l10n.t('This chat has no process {0}.', pid),
  );
}
