import * as l10n from '@vscode/l10n';
import type { VNode } from 'preact';
import type { ViewSettings } from '../../../src/shared/protocol';
import { useServices } from '../../services';
import { Button } from '../ui/controls';
import { Bar } from './barBox';

/** The review comments that haven't been sent yet. */
export function ReviewBar({ comments, isWaiting }: NonNullable<ViewSettings['review']>): VNode {
  const { host, ask } = useServices();
  return (
    <Bar label={l10n.t('Review')} text={isWaiting ? waitingText(comments) : countText(comments)}>
      {!isWaiting && (
        <div class="buttons">
          <Button onClick={() => ask(host.sendReview())}>{sendText(comments)}</Button>
        </div>
      )}
    </Bar>
  );
}

function countText(count: number): string {
  return count === 1 ? l10n.t('1 comment on changes') : l10n.t('{0} comments on changes', count);
}

function waitingText(count: number): string {
  return count === 1
    ? l10n.t('1 comment on changes is sent when Pollux is done')
    : l10n.t('{0} comments on changes are sent when Pollux is done', count);
}

function sendText(count: number): string {
  return count === 1 ? l10n.t('Send review (1 comment)') : l10n.t('Send review ({0} comments)', count);
}
