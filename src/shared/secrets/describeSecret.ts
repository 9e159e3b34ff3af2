import * as l10n from '@vscode/l10n';
import type { FoundSecret } from './secretScanner';

/** Describes where a secret comes from, never its value. */
export function describeSecret(found: FoundSecret): string {
  if (found.kind === 'value') {
    const { name, source } = found;
    if (source === null) return l10n.t('the value of the environment variable {0}', name);
    return l10n.t('the value of {0} in {1}', name, source);
  }
  const { beginning } = found;
  return beginning.startsWith('-----')
    ? l10n.t('a private key')
    : l10n.t('something that looks like a key ({0}…)', beginning);
}
