import * as l10n from '@vscode/l10n';
import type { ComponentChildren, VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { Approval } from '../../../src/shared/proposals';
import type { ChangesView, ViewSettings } from '../../../src/shared/protocol';
import { memo } from '../../memo';
import { moveFocus } from '../../moveFocus';
import { useServices } from '../../services';
import { Button, IconButton } from '../ui/controls';
import { Bar } from './barBox';
import { ReviewBar } from './reviewBar';
import { LineCounts } from '../calls/editedFiles';

interface ChangesBarProps {
  readonly changes: ChangesView | undefined;
  readonly review: ViewSettings['review'];
  readonly approvals: readonly Approval[];
}

/** The chat's open decisions: changes to review and, if there are several, proposed edits. */
export const ChangesBar = memo(function ChangesBar({ changes, review, approvals }: ChangesBarProps): VNode {
  const proposed = approvals.filter(isEdit);
  const hadFocus = useRef(false);
  /** The index of the row that has the focus; -1: none. */
  const row = useRef(-1);
  const bars = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The button that was pressed may have disappeared with the decision.
    if (!hadFocus.current || document.activeElement !== document.body) return;
    hadFocus.current = false;
    // To the file that is next, but not to its buttons: a key that is held down must not decide about it, too.
    const files = bars.current?.querySelectorAll<HTMLElement>('details[open] li .link-button') ?? [];
    const next = row.current < 0 ? undefined : files[Math.min(row.current, files.length - 1)];
    moveFocus(next ?? document.querySelector<HTMLElement>('.message'));
  }, [changes, review, proposed.length]);
  return (
    <div
      class="changes-bars"
      ref={bars}
      onFocusCapture={event => {
        hadFocus.current = true;
        const rows = [...event.currentTarget.querySelectorAll('details[open] li')];
        row.current = rows.findIndex(each => event.target instanceof Node && each.contains(event.target));
      }}
      onBlurCapture={event => (hadFocus.current = event.relatedTarget === null)}
    >
      {proposed.length > 1 && <ProposedEdits edits={proposed} />}
      {changes && <MadeChanges changes={changes} />}
      {review && <ReviewBar {...review} />}
    </div>
  );
});

function MadeChanges({ changes }: { readonly changes: ChangesView }): VNode {
  const { host, ask } = useServices();
  const { count, files, reviewed, total, listed, canTakeBack } = changes;
  const rest = files - listed.length;
  const progress = reviewed > 0 ? [l10n.t('{0} of {1} reviewed', reviewed, total)] : [];
  return (
    <Bar
      label={l10n.t('Changes to review')}
      text={count === 0 ? l10n.t('No changes to review') : [countText(count, files), ...progress].join(' · ')}
    >
      <div class="buttons">
        {count > 0 && (
          <>
            <Button onClick={() => ask(host.decideChanges('keep', null))}>{l10n.t('Keep all')}</Button>
            <Button onClick={() => ask(host.decideChanges('undo', null))}>{l10n.t('Undo all')}</Button>
            <Button onClick={() => ask(host.reviewChanges())}>{l10n.t('Review')}</Button>
          </>
        )}
        {canTakeBack && <Button onClick={() => ask(host.takeChangesBack())}>{l10n.t('Take back')}</Button>}
      </div>
      {count > 0 && (
        <Files>
          {listed.map(({ file, path, count: inFile }) => (
            <li key={file}>
              <button type="button" class="link-button" onClick={() => ask(host.openFile(file, null))}>
                {path}
              </button>{' '}
              <span class="muted">{changeText(inFile)}</span>
              <IconButton
                icon="check"
                label={l10n.t('Keep the changes of {0}', path)}
                onClick={() => ask(host.decideChanges('keep', file))}
              />
              <IconButton
                icon="discard"
                label={l10n.t('Undo the changes of {0}', path)}
                onClick={() => ask(host.decideChanges('undo', file))}
              />
            </li>
          ))}
          {rest > 0 && (
            <li class="muted">{rest === 1 ? l10n.t('and 1 more file') : l10n.t('and {0} more files', rest)}</li>
          )}
        </Files>
      )}
    </Bar>
  );
}

function ProposedEdits({ edits }: { readonly edits: readonly Approval[] }): VNode {
  const { host, ask } = useServices();
  const views = edits.map(({ callId, proposal }) => ({ callId, edits: editsOf(proposal) }));
  const files = new Set(views.flatMap(view => view.edits.map(({ path }) => path))).size;
  return (
    <Bar label={l10n.t('Edits waiting for you')} text={waitingText(edits.length, files)}>
      <div class="buttons">
        <Button isPrimary onClick={() => ask(host.decideEdits('accept'))}>
          {l10n.t('Accept all')}
        </Button>
        <Button onClick={() => ask(host.decideEdits('reject'))}>{l10n.t('Reject all')}</Button>
        <Button onClick={() => ask(host.reviewEdits())}>{l10n.t('Review')}</Button>
      </div>
      <Files>
        {views.map(({ callId, edits: each }) => {
          const path = each.map(edit => edit.path).join(', ');
          return (
            <li key={callId}>
              <button type="button" class="link-button" onClick={() => ask(host.openDiff(callId))}>
                {path}
              </button>{' '}
              <LineCounts edits={each} />
              <IconButton
                icon="check"
                label={l10n.t('Accept the edit of {0}', path)}
                onClick={() => ask(host.decide(callId, { decision: 'accept' }))}
              />
              <IconButton
                icon="close"
                label={l10n.t('Reject the edit of {0}', path)}
                onClick={() => ask(host.decide(callId, { decision: 'reject' }))}
              />
            </li>
          );
        })}
      </Files>
    </Bar>
  );
}

function Files({ children }: { readonly children: ComponentChildren }): VNode {
  return (
    <details class="changes-bar-list">
      <summary>{l10n.t('Files')}</summary>
      <ul>{children}</ul>
    </details>
  );
}

/** Conflicts of edits that were already accepted are excluded from decisions about all edits. */
function isEdit({ proposal, conflict }: Approval): boolean {
  return (proposal.kind === 'edit' || proposal.kind === 'edits') && !conflict;
}

function editsOf(proposal: Approval['proposal']) {
  return proposal.kind === 'edit' ? [proposal] : proposal.kind === 'edits' ? proposal.edits : [];
}

function changeText(count: number): string {
  return count === 1 ? l10n.t('1 change') : l10n.t('{0} changes', count);
}

function countText(count: number, files: number): string {
  if (files > 1) return l10n.t('{0} changes in {1} files', count, files);
  return count === 1 ? l10n.t('1 change in 1 file') : l10n.t('{0} changes in 1 file', count);
}

function waitingText(count: number, files: number): string {
  return files > 1
    ? l10n.t('{0} edits in {1} files wait for you', count, files)
    : l10n.t('{0} edits in 1 file wait for you', count);
}
