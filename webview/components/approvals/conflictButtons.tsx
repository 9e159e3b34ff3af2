import * as l10n from '@vscode/l10n';
import type { VNode } from 'preact';
import type { Verdict } from '../../../src/shared/proposals';
import { Button } from '../ui/controls';
import { onVerdictKeys, verdictKeys } from './verdictKeys';

interface ConflictButtonsProps {
  readonly canMerge: boolean;
  /** The file that was to be changed is gone. */
  readonly isDeleted: boolean;
  readonly isSent: boolean;
  readonly decide: (verdict: Verdict) => void;
  readonly openDiff: (() => void) | undefined;
}

/** Sent to the model, so not localized. */
const ASK_AGAIN = 'The file changed after this edit was proposed. Read the file again and propose the edit again.';

/** Choices for an edit whose file has changed since the edit was made; none of them overwrites anything. */
export function ConflictButtons({ canMerge, isDeleted, isSent, decide, openDiff }: ConflictButtonsProps): VNode {
  const merge = () => decide({ decision: 'accept', merge: true });
  const discard = () => decide({ decision: 'reject' });
  return (
    <div class="approval-actions" onKeyDown={event => onVerdictKeys(event, canMerge ? merge : undefined, discard)}>
      <p class="approval-conflict">
        {canMerge
          ? l10n.t('The file has changed, so nothing was written. Both changes can be kept.')
          : isDeleted
            ? l10n.t('The file was deleted, so nothing was written.')
            : l10n.t('The file has changed in the same place, so nothing was written.')}
      </p>
      <div class="buttons">
        {canMerge && (
          <Button isPrimary isDisabled={isSent} onClick={merge} {...verdictKeys('accept', l10n.t('Merge'))}>
            {l10n.t('Merge')}
          </Button>
        )}
        <Button
          isPrimary={!canMerge}
          isDisabled={isSent}
          onClick={() => decide({ decision: 'reject', reason: ASK_AGAIN })}
        >
          {l10n.t('Ask again')}
        </Button>
        <Button isDisabled={isSent} onClick={discard} {...verdictKeys('reject', l10n.t('Discard'))}>
          {l10n.t('Discard')}
        </Button>
        {openDiff && <Button onClick={openDiff}>{l10n.t('Open diff')}</Button>}
      </div>
    </div>
  );
}
