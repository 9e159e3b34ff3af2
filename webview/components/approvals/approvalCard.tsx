import * as l10n from '@vscode/l10n';
import type { VNode } from 'preact';
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Approval, ProposalView, Verdict } from '../../../src/shared/proposals';
import { startsPrompt } from '../../focusKeeper';
import { memo } from '../../memo';
import { useServices } from '../../services';
import { number } from '../../text/format';
import { countHidden } from '../../../src/shared/hiddenCharacters';
import { ApprovalButtons } from './approvalButtons';
import { ConflictButtons } from './conflictButtons';
import { EffectsList } from './effectsList';
import { Icon } from '../ui/icon';
import { LeakButtons } from './leakButtons';
import { ProposalBody } from './proposalBody';
import { QuestionForm } from './questionForm';
import { ServerForm } from './serverForm';
import { ServerButtons } from './serverQuestion';
import { SummaryButtons } from './summaryButtons';
import { VisibleText } from '../ui/visibleText';
import { ShowFirst, useWholeState, WholeProvider } from './whole';

/** Milliseconds for which a new card ignores keys, so that keys meant for something else don't answer it. */
const GUARD_MS = 500;

/** Further parts are shown on request; they are also part of the command shown. */
const SHOWN_PARTS = 8;

interface ApprovalCardProps {
  readonly approval: Approval;
  /** The title shown above the card. */
  readonly title: string;
}

/** An approval request: what, where, why, warnings and the choices. It never takes the focus. */
export const ApprovalCard = memo(function ApprovalCard({ approval, title }: ApprovalCardProps): VNode {
  const { host, ask } = useServices();
  const [isSent, setSent] = useState(false);
  const shownAt = useRef(performance.now());
  const root = useRef<HTMLDivElement>(null);
  const { proposal, callId, conflict } = approval;
  const whole = useWholeState(useId(), approval.isShown === true || conflict !== undefined);
  const openDiff =
    proposal.kind === 'edit' || proposal.kind === 'edits'
      ? () => ask(host.openDiff(callId).then(whole.markSeen))
      : undefined;
  const decide = (verdict: Verdict) => {
    if (isSent) return;
    // The first attempt to accept shows everything that would be accepted.
    if (verdict.decision === 'accept' && whole.isHeldNow()) {
      if (whole.isCut) openDiff?.();
      else whole.showAll();
      return;
    }
    setSent(true);
    // If the host refuses, it is still waiting for an answer.
    ask(host.decide(callId, verdict), () => setSent(false));
  };
  useLayoutEffect(() => {
    const element = root.current;
    const guard = (event: KeyboardEvent) => {
      if (performance.now() - shownAt.current >= GUARD_MS || event.key === 'Tab' || startsPrompt(event)) return;
      // A menu that was opened with the mouse may be closed at once: that answers nothing.
      if (event.key === 'Escape' && event.target instanceof Element && event.target.closest('[role=menu]')) return;
      event.preventDefault();
      event.stopPropagation();
    };
    element?.addEventListener('keydown', guard, true);
    element?.addEventListener('keyup', guard, true);
  }, []);
  return (
    <WholeProvider value={whole}>
      <div class="approval" ref={root}>
        <ProposalBody proposal={proposal} title={title} />
        {approval.effects && <EffectsList effects={approval.effects} />}
        <Why approval={approval} />
        {approval.sandbox && <p class="approval-reason">{sandboxText(approval.sandbox)}</p>}
        {approval.withoutRemember !== undefined && <p class="approval-reason">{approval.withoutRemember}</p>}
        <HiddenWarning proposal={proposal} />
        <ShowFirst />
        {proposal.kind === 'questions' ? (
          <QuestionForm callId={callId} questions={proposal.questions} isSent={isSent} decide={decide} />
        ) : proposal.kind === 'form' ? (
          <ServerForm callId={callId} form={proposal} isSent={isSent} decide={decide} />
        ) : proposal.kind === 'page' || proposal.kind === 'sampling' ? (
          <ServerButtons question={proposal} isSent={isSent} decide={decide} />
        ) : proposal.kind === 'summary' ? (
          <SummaryButtons isSent={isSent} decide={decide} />
        ) : proposal.kind === 'leak' ? (
          <LeakButtons isSent={isSent} decide={decide} />
        ) : conflict ? (
          <ConflictButtons
            canMerge={conflict.canMerge}
            isDeleted={proposal.kind === 'edit' && proposal.isNew}
            isSent={isSent}
            decide={decide}
            openDiff={openDiff}
          />
        ) : (
          <ApprovalButtons
            callId={callId}
            remember={approval.remember}
            isPlan={proposal.kind === 'mode' && proposal.plan !== undefined}
            isSent={isSent}
            decide={decide}
            openDiff={openDiff}
          />
        )}
      </div>
    </WholeProvider>
  );
});

/** Why approval is needed, and which parts of a longer command are the reason. */
function Why({ approval: { reason, parts } }: { readonly approval: Approval }): VNode | null {
  const [isAll, setAll] = useState(!parts || parts.length <= SHOWN_PARTS);
  const list = useRef<HTMLUListElement>(null);
  const showAll = () => {
    setAll(true);
    // The button no longer exists then.
    list.current?.focus();
  };
  if (reason === undefined && parts === undefined) return null;
  return (
    <div class="approval-reason">
      {reason !== undefined && (
        <p>
          <VisibleText text={reason} />
        </p>
      )}
      {parts && (
        <>
          <p>{l10n.t('These parts need your approval:')}</p>
          <ul class="approval-parts" tabIndex={-1} ref={list}>
            {(isAll ? parts : parts.slice(0, SHOWN_PARTS)).map(part => (
              <li>
                <code>
                  <VisibleText text={part} />
                </code>
              </li>
            ))}
          </ul>
          {!isAll && (
            <button type="button" class="link-button" onClick={showAll}>
              {l10n.t('Show all')}
            </button>
          )}
        </>
      )}
    </div>
  );
}

/** Warns about invisible characters; for an edit, only those that it would add. */
function HiddenWarning({ proposal }: { readonly proposal: ProposalView }): VNode | null {
  const count = hiddenIn(proposal);
  if (count === 0) return null;
  return (
    <p class="approval-warning">
      <Icon name="warning" />
      {count === 1
        ? l10n.t('It contains an invisible character, which is marked.')
        : l10n.t('It contains {0} invisible characters, which are marked.', number(count))}
    </p>
  );
}

function hiddenIn(proposal: ProposalView): number {
  switch (proposal.kind) {
    case 'command':
      return countHidden(proposal.command) + countHidden(proposal.description ?? '');
    case 'discovered':
      return countHidden(proposal.command) + countHidden(proposal.input);
    case 'edit':
    case 'skill':
    case 'mcp':
    case 'form':
    case 'page':
    case 'sampling':
      return proposal.hidden ?? 0;
    case 'edits':
      return proposal.edits.reduce((sum, { hidden = 0 }) => sum + hidden, 0);
    case 'fetch':
      return proposal.urls.reduce((sum, url) => sum + countHidden(url), 0);
    case 'read':
    case 'questions':
    case 'summary':
    case 'leak':
    case 'mode':
      return 0;
    default:
      return proposal satisfies never;
  }
}

/** One sentence saying where the command would run. */
function sandboxText({ tier, where, adds = [] }: NonNullable<Approval['sandbox']>): string {
  if (tier === 'none')
    return l10n.t(
      'There is no sandbox on this machine: the command can do whatever you can, and deny rules are only guard rails.',
    );
  if (where === 'outside') return l10n.t('Runs outside the sandbox.');
  const name = tier === 'namespaces' ? 'namespaces' : 'Landlock';
  return adds.length > 0
    ? l10n.t('Runs in the sandbox ({0}). Accept allows it, this once: {1}', name, adds.join(', '))
    : l10n.t('Runs in the sandbox ({0}).', name);
}
