import * as l10n from '@vscode/l10n';
import type { ReadTool } from '../agent/tool';
import { objectSchema } from './args';
import { describe } from './listBackgroundProcesses';
import { missingProcess } from './killBackgroundProcess';
import { stripControls } from './text/controls';

interface Args {
  readonly pid: number;
  readonly lines?: number;
  readonly delay_ms?: number;
}

const MAX_DELAY_MS = 60_000;

export const readBackgroundOutput: ReadTool<Args> = {
  kind: 'read',
  name: 'read_background_output',
  icon: 'terminal',
  description: 'Gives the last output of a background process; with delay_ms it first waits for the process to end.',
  parameters: objectSchema(
    {
      pid: { type: 'integer', minimum: 1 },
      lines: { type: 'integer', minimum: 1, maximum: 2000, description: 'Default: 100.' },
      delay_ms: { type: 'integer', minimum: 0, description: 'How long to wait at most.' },
    },
    ['pid'],
  ),
  title: ({ pid }) => l10n.t('Read the output of process {0}', pid),
  async run({ pid, lines = 100, delay_ms = 0 }, { processes, signal }) {
    const process = await processes.wait(pid, Math.min(delay_ms, MAX_DELAY_MS), signal);
    if (!process) throw missingProcess(pid);
    const output = stripControls(processes.read(pid, lines) ?? '').trimEnd();
    return {
      content: `${describe(process)}\n${output === '' ? '(no output)' : output}`,
      display: { type: 'text', text: output === '' ? l10n.t('No output yet') : output },
    };
  },
};
