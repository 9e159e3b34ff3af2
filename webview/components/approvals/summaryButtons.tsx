import * as l10n from '@vscode/l10n';
import type { VNode } from 'preact';
import type { Verdict } from '../../../src/shared/proposals';
import { Button } from '../ui/controls';
import { onVerdictKeys, verdictKeys } from './verdictKeys';

interface SummaryButtonsProps {
  readonly isSent: boolean;
  readonly decide: (verdict: Verdict) => void;
}

/**
 * Buttons to continue with a summary or with the full conversation. The model isn't told which, so no reason is asked
 * for.
 */
export function SummaryButtons({ isSent, decide }: SummaryButtonsProps): VNode {
  const accept = () => decide({ decision: 'accept' });
  const reject = () => decide({ decision: 'reject' });
  const [use, keep] = [l10n.t('Use the summary'), l10n.t('Keep all messages')];
  return (
    <div class="buttons" onKeyDown={event => onVerdictKeys(event, accept, reject)}>
      <Button isPrimary isDisabled={isSent} onClick={accept} {...verdictKeys('accept', use)}>
        {use}
      </Button>
      <Button isDisabled={isSent} onClick={reject} {...verdictKeys('reject', keep)}>
        {keep}
      </Button>
    </div>
  );
}
