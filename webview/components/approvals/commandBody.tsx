import * as l10n from '@vscode/l10n';
import type { VNode } from 'preact';
import type { CommandProposal } from '../../../src/shared/proposals';
import { COMMAND } from '../../text/foldedText';
import { VisibleText } from '../ui/visibleText';
import { WholeText } from './wholeText';

/** A command to be approved. */
export function CommandBody({ proposal }: { readonly proposal: CommandProposal }): VNode {
  const { description = '' } = proposal;
  return (
    <>
      {description !== '' && (
        <p class="approval-description">
          <span class="muted">{l10n.t('Gemini says:')}</span> <VisibleText text={description} />
        </p>
      )}
      <WholeText class="command" text={proposal.command} size={COMMAND} />
      <p class="muted approval-place">
        {l10n.t('in')}{' '}
        <code>
          <VisibleText text={proposal.cwd} isPath />
        </code>
        {proposal.isBackground && <span class="tag">{l10n.t('in the background')}</span>}
      </p>
    </>
  );
}
