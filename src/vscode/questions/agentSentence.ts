import { basename, dirname } from 'node:path';
import * as l10n from '@vscode/l10n';
import type { AgentText } from '../../agent/ports/agents';
import { plainText } from '../../shared/plainText';

/** Says what the user is asked to approve. All skills have the same file name, so a skill is named by its folder. */
export function agentSentence({ file, format }: Pick<AgentText, 'file' | 'format'>): string {
  return format === 'skill'
    ? l10n.t('This project includes a skill that runs as an agent: {0}', plainText(basename(dirname(file))))
    : l10n.t('This project includes an agent with its own instructions: {0}', plainText(basename(file)));
}
