import * as l10n from '@vscode/l10n';
import type { BackgroundProcess } from '../agent/ports/processes';
import type { ReadTool } from '../agent/tool';
import { objectSchema } from './args';
import { shorten } from './text/truncate';

export const listBackgroundProcesses: ReadTool<Record<string, never>> = {
  kind: 'read',
  name: 'list_background_processes',
  icon: 'terminal',
  description: 'Lists the commands that were started in the background in this session.',
  parameters: objectSchema({}, []),
  title: () => l10n.t('List background processes'),
  async run(_args, { processes }) {
    const list = processes.list();
    const shown = list.map(describeToPeople).join('\n') || l10n.t('Nothing was started in the background.');
    return {
      content: list.length === 0 ? 'Nothing was started in the background.' : list.map(describe).join('\n'),
      display: { type: 'text', text: shown },
    };
  },
};

/** One line about a process, for the model. */
export function describe({ pid, command, result }: BackgroundProcess): string {
  const state = result ? `ended, exit code ${result.exitCode ?? result.signal ?? 'unknown'}` : 'running';
  return `PID ${pid} (${state}): ${shorten(command, 200)}`;
}

function describeToPeople({ pid, command, result }: BackgroundProcess): string {
  const state = result ? l10n.t('Ended') : l10n.t('Running');
  return `${pid} · ${state} · ${shorten(command, 200)}`;
}
