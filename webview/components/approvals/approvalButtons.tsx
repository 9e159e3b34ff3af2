import * as l10n from '@vscode/l10n';
import type { VNode } from 'preact';
import type { RememberChoice, Verdict } from '../../../src/shared/proposals';
import { Button, TextField } from '../ui/controls';
import { RememberMenu } from './rememberMenu';
import { useFormDraft } from './useFormDraft';
import { useWhole, viewFirst } from './whole';
import { onVerdictKeys, verdictKeys } from './verdictKeys';

interface ApprovalButtonsProps {
  readonly callId: string;
  readonly remember: readonly RememberChoice[];
  /** Whether this approves a plan: accepting it can also switch to applying edits without approval. */
  readonly isPlan: boolean;
  readonly isSent: boolean;
  readonly decide: (verdict: Verdict) => void;
  readonly openDiff: (() => void) | undefined;
}

/** Buttons to accept, reject (with an optional reason for the model), always allow, and open the diff. */
export function ApprovalButtons({ callId, remember, isPlan, isSent, decide, openDiff }: ApprovalButtonsProps): VNode {
  const { isHeld, noteId } = useWhole();
  const [[reason = ''], setReason] = useFormDraft(callId, () => ['']);
  const accept = () => decide({ decision: 'accept' });
  const isWaiting = isSent || isHeld;
  const reject = () => {
    const text = reason.trim();
    decide({ decision: 'reject', ...(text !== '' && { reason: text }) });
  };
  return (
    <div class="approval-actions" onKeyDown={event => onVerdictKeys(event, accept, reject)}>
      <div class="buttons" {...(isHeld && { role: 'group' as const, 'aria-describedby': noteId })}>
        <Button
          isPrimary
          isDisabled={isWaiting}
          onClick={accept}
          {...verdictKeys('accept', l10n.t('Accept'))}
          {...(isHeld && { title: viewFirst() })}
        >
          {l10n.t('Accept')}
        </Button>
        <Button isDisabled={isSent} onClick={reject} {...verdictKeys('reject', l10n.t('Reject'))}>
          {l10n.t('Reject')}
        </Button>
        {isPlan && (
          <Button isDisabled={isWaiting} onClick={() => decide({ decision: 'accept', mode: 'autoEdit' })}>
            {l10n.t('Accept and edit freely')}
          </Button>
        )}
        {remember.length > 0 && (
          <RememberMenu
            remember={remember}
            isDisabled={isWaiting}
            onChoose={choice => decide({ decision: 'accept', remember: choice })}
          />
        )}
        {openDiff && <Button onClick={openDiff}>{l10n.t('Open diff')}</Button>}
      </div>
      <TextField
        class="reason"
        label={l10n.t('Reason for rejecting (optional)')}
        text={reason}
        onInput={text => setReason([text])}
        onEnter={reject}
      />
    </div>
  );
}
