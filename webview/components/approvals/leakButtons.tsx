import * as l10n from '@vscode/l10n';
import type { VNode } from 'preact';
import type { Verdict } from '../../../src/shared/proposals';
import { Button } from '../ui/controls';
import { onVerdictKeys, verdictKeys } from './verdictKeys';

interface LeakButtonsProps {
  readonly isSent: boolean;
  readonly decide: (verdict: Verdict) => void;
}

/** Buttons for a request with secrets: without them, with them, or not at all. No key sends them. */
export function LeakButtons({ isSent, decide }: LeakButtonsProps): VNode {
  const redact = () => decide({ decision: 'accept', answers: ['redact'] });
  const stop = () => decide({ decision: 'reject' });
  return (
    <div class="buttons" onKeyDown={event => onVerdictKeys(event, redact, stop)}>
      <Button isPrimary isDisabled={isSent} onClick={redact} {...verdictKeys('accept', l10n.t('Redact'))}>
        {l10n.t('Redact')}
      </Button>
      <Button isDisabled={isSent} onClick={() => decide({ decision: 'accept', answers: ['send'] })}>
        {l10n.t('Send this once')}
      </Button>
      <Button isDisabled={isSent} onClick={stop} {...verdictKeys('reject', l10n.t('Don’t send'))}>
        {l10n.t('Don’t send')}
      </Button>
    </div>
  );
}
