import * as l10n from '@vscode/l10n';
import type { VNode } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Approval, ProposalView, Verdict } from '../../src/shared/proposals';
import { memo } from '../memo';
import { useServices } from '../services';
import { hunksOf } from '../text/diffLines';
import { number } from '../text/format';
import { countHidden } from '../text/hiddenCharacters';
import { ApprovalButtons } from './approvalButtons';
import { ConflictButtons } from './conflictButtons';
import { DiffPreview } from './diffPreview';
import { Icon } from './icon';
import { VisibleText } from './visibleText';

/** Keys that were meant for something else when the card appeared are not an answer. */
const GUARD_MS = 500;

/** A question to the person: what, where, why, what to watch out for, and the choices. It never takes the focus. */
export const ApprovalCard = memo(function ApprovalCard({ approval }: { readonly approval: Approval }): VNode {
  const { host, ask } = useServices();
  const [isSent, setSent] = useState(false);
  const shownAt = useRef(performance.now());
  const root = useRef<HTMLDivElement>(null);
  const { proposal, callId, conflict } = approval;
  const decide = (verdict: Verdict) => {
    if (isSent) return;
    setSent(true);
    // A host that refuses is still waiting for an answer.
    ask(host.decide(callId, verdict), () => setSent(false));
  };
  useLayoutEffect(() => {
    const element = root.current;
    const guard = (event: KeyboardEvent) => {
      if (performance.now() - shownAt.current >= GUARD_MS || event.key === 'Tab') return;
      event.preventDefault();
      event.stopPropagation();
    };
    element?.addEventListener('keydown', guard, true);
    element?.addEventListener('keyup', guard, true);
  }, []);
  const openDiff = proposal.kind === 'edit' ? () => ask(host.openDiff(callId)) : undefined;
  return (
    <div class="approval" ref={root}>
      <What proposal={proposal} />
      {approval.reason !== undefined && <p class="approval-reason">{approval.reason}</p>}
      <HiddenWarning proposal={proposal} />
      {conflict ? (
        <ConflictButtons canMerge={conflict.canMerge} isSent={isSent} decide={decide} openDiff={openDiff} />
      ) : (
        <ApprovalButtons remember={approval.remember} isSent={isSent} decide={decide} openDiff={openDiff} />
      )}
    </div>
  );
});

function What({ proposal }: { readonly proposal: ProposalView }): VNode {
  if (proposal.kind === 'command') {
    return (
      <>
        {proposal.description !== undefined && <p class="approval-description">{proposal.description}</p>}
        <pre class="command" tabIndex={0}>
          <VisibleText text={proposal.command} />
        </pre>
        <p class="muted approval-place">
          {l10n.t('in')}{' '}
          <code>
            <VisibleText text={proposal.cwd} />
          </code>
        </p>
      </>
    );
  }
  return (
    <>
      <p class="approval-place">
        <code>
          <VisibleText text={proposal.path} />
        </code>
        {proposal.isNew && <span class="tag">{l10n.t('new file')}</span>}
        <span class="line-counts">
          <span class="added">+{proposal.added}</span> <span class="removed">−{proposal.removed}</span>
        </span>
      </p>
      {proposal.diff !== '' && <DiffPreview diff={proposal.diff} path={proposal.path} />}
      {proposal.isCut && <p class="muted">{l10n.t('There is more: open the diff to see all of it.')}</p>}
    </>
  );
}

/** Says when there are characters that can't be seen; in an edit, those that it would add. */
function HiddenWarning({ proposal }: { readonly proposal: ProposalView }): VNode | null {
  const count = proposal.kind === 'command' ? countHidden(proposal.command) : addedHidden(proposal.diff);
  if (count === 0) return null;
  return (
    <p class="approval-warning">
      <Icon name="warning" />
      {count === 1
        ? l10n.t('It contains a character that is normally invisible; it is marked.')
        : l10n.t('It contains {0} characters that are normally invisible; they are marked.', number(count))}
    </p>
  );
}

function addedHidden(diff: string): number {
  const lines = hunksOf(diff).flatMap(hunk => hunk.lines);
  return lines.reduce((sum, line) => sum + (line.kind === 'added' ? countHidden(line.text) : 0), 0);
}
