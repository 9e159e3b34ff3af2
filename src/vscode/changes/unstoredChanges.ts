import * as l10n from '@vscode/l10n';
import { showWarningMessage } from '../plainWindow';
import { storageReason } from '../../shared/storageReason';

/** Tells the user once that changes under review will be lost with this window unless they can be stored again. */
export function tellOfUnstoredChanges(error: unknown): void {
  const reason = storageReason(error);
  void showWarningMessage(
    l10n.t('Your keep and undo decisions can’t be saved and will be lost when this window closes: {0}', reason),
  );
}
