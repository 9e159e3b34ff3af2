import * as l10n from '@vscode/l10n';
import type { VNode } from 'preact';
import { useId, useRef } from 'preact/hooks';
import type { RememberChoice, Verdict } from '../../../src/shared/proposals';
import { Button, TextField } from '../ui/controls';
import { RememberMenu } from './rememberMenu';
import { onVerdictKeys, verdictKeys } from './verdictKeys';

interface ApprovalButtonsProps {
  readonly remember: readonly RememberChoice[];
  /** A plan: agreeing to it can also mean that edits are not asked about. */
  readonly isPlan: boolean;
  readonly isSent: boolean;
  /** Shows what is not in view yet: nothing can be accepted before. */
  readonly showFirst: (() => void) | undefined;
  readonly decide: (verdict: Verdict) => void;
  readonly openDiff: (() => void) | undefined;
}

/** Yes, no (with a reason for the model, if wanted), yes from now on, and a closer look. */
export function ApprovalButtons({
  remember,
  isPlan,
  isSent,
  showFirst,
  decide,
  openDiff,
}: ApprovalButtonsProps): VNode {
  const noteId = useId();
  const why = l10n.t('View all of it before you accept it.');
  const reason = useRef('');
  // The keys that accept show first what would be accepted.
  const accept = showFirst ?? (() => decide({ decision: 'accept' }));
  const isWaiting = isSent || showFirst !== undefined;
  const reject = () => {
    const text = reason.current.trim();
    decide({ decision: 'reject', ...(text !== '' && { reason: text }) });
  };
  return (
    <div class="approval-actions" onKeyDown={event => onVerdictKeys(event, accept, reject)}>
      {showFirst && (
        <p class="muted" id={noteId}>
          {why}{' '}
          <button type="button" class="link-button" onClick={event => showFrom(event.currentTarget, showFirst)}>
            {l10n.t('Show all')}
          </button>
        </p>
      )}
      <div class="buttons" {...(showFirst && { role: 'group' as const, 'aria-describedby': noteId })}>
        <Button
          isPrimary
          isDisabled={isWaiting}
          onClick={accept}
          {...verdictKeys('accept', l10n.t('Accept'))}
          {...(showFirst && { title: why })}
        >
          {l10n.t('Accept')}
        </Button>
        <Button isDisabled={isSent} onClick={reject} {...verdictKeys('reject', l10n.t('Reject'))}>
          {l10n.t('Reject')}
        </Button>
        {isPlan && (
          <Button isDisabled={isSent} onClick={() => decide({ decision: 'accept', mode: 'autoEdit' })}>
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
        onInput={text => (reason.current = text)}
        onEnter={reject}
      />
    </div>
  );
}

/** The button is gone then, so the focus goes to what it has shown. */
function showFrom(button: HTMLElement, show: () => void): void {
  const card = button.closest('.approval');
  show();
  card?.querySelector<HTMLElement>('.command')?.focus();
}
