import * as l10n from '@vscode/l10n';

export function symbolCount(count: number): string {
  return count === 1 ? l10n.t('1 symbol') : l10n.t('{0} symbols', count);
}
