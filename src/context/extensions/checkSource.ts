import * as l10n from '@vscode/l10n';
import type { ExtensionSource } from '../../agent/ports/extensions';
import type { ManageOptions } from './manageOptions';
import { sourceRefusal } from './sourceRules';

/** Throws an `Error` for the user if installing from there is not allowed. */
export async function checkSource(
  source: ExtensionSource,
  { sources, installer }: Pick<ManageOptions, 'sources' | 'installer'>,
): Promise<void> {
  const { blocksGit, allowedSources, isEnabled } = sources();
  if (!isEnabled) throw new Error(l10n.t('Your administrator has turned extensions off.'));
  const { source: full, isRemote } = await installer.identify(source);
  const refusal = sourceRefusal({ source: full, isRemote }, { blocksGit, allowedSources });
  if (refusal !== undefined) throw new Error(refusal);
}
