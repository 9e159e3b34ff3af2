import * as l10n from '@vscode/l10n';
import { describeProblem } from '../../config/configuration';
import type { Check } from '../../shared/check';
import { readServerFiles, type ServerFile } from './serverFiles';

/** Checks the configured servers without starting any. */
export function checkServers(files: readonly ServerFile[]): Check {
  const name = l10n.t('MCP servers');
  const { servers, problems } = readServerFiles(files);
  const names = servers.map(server => server.name).join(', ');
  const detail = servers.length === 0 ? l10n.t('none') : names;
  const serious = problems.filter(({ severity }) => severity !== 'hint').map(describeProblem);
  if (serious.length === 0) return { name, status: 'ok', detail };
  return { name, status: 'warning', detail, remedy: serious.join(' ') };
}
