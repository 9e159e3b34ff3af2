import * as l10n from '@vscode/l10n';
import { visibleText } from '../../shared/hiddenCharacters';
import type { MemoryCandidate, MemoryFile, WaitingMemory } from './memoryFile';

/** The size of a file as text; "left out" if it is excluded. */
export function weightOf(
  { text, isLeftOut }: Pick<MemoryFile, 'text' | 'isLeftOut'>,
  tokens: (text: string) => number,
) {
  return isLeftOut ? l10n.t('left out') : l10n.t('about {0}', tokensText(tokens(text)));
}

/** `12 tokens`. */
export function tokensText(count: number): string {
  return count === 1 ? l10n.t('1 token') : l10n.t('{0} tokens', count);
}

/** Why a file counts, for the user. */
export function reasonFor({ place, family, extension }: MemoryCandidate): string {
  const where = whereOf({ place, extension });
  switch (family) {
    case 'memory':
      return where;
    case 'agents':
      return l10n.t('for any agent, {0}', where);
    case 'claude':
      return l10n.t('for Claude, {0}', where);
    case 'copilot':
      return l10n.t('for Copilot, {0}', where);
    case 'installed':
      return l10n.t('VS Code extension {0}', extension ?? '');
    default:
      return family satisfies never;
  }
}

/** When a file that doesn't count yet will, for the user. */
export function waitingReasonFor({ candidate, globs }: WaitingMemory): string {
  return l10n.t('{0}, read with files that match {1}', reasonFor(candidate), visibleText(globs.join(', ')));
}

function whereOf({
  place,
  extension = '',
}: {
  place: MemoryCandidate['place'];
  extension: string | undefined;
}): string {
  switch (place) {
    case 'home':
      return l10n.t('your home folder');
    case 'private':
      return l10n.t('your notes on this project');
    case 'extension':
      return l10n.t('extension {0}', extension);
    case 'above':
      return l10n.t('in a parent folder of the workspace');
    case 'folder':
      return l10n.t('workspace folder');
    case 'below':
      return l10n.t('in a subfolder of the workspace');
    case 'near':
      return l10n.t('for folders that tools work in');
    case 'described':
      return l10n.t('if its description matches');
    default:
      return place satisfies never;
  }
}
