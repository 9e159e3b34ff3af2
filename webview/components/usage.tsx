import * as l10n from '@vscode/l10n';
import type { VNode } from 'preact';
import type { Usage as Counts } from '../../src/shared/messages';
import { memo } from '../memo';
import { compact, dollars, number, percent } from '../text/format';

/** What the conversation has used so far. */
export const Usage = memo(function Usage({ usage }: { readonly usage: Counts }): VNode | null {
  if (usage.total === 0) return null;
  const detail = l10n.t(
    'Tokens in this chat: {0} in (of which {1} cached), {2} out, {3} thinking',
    number(usage.input),
    number(usage.cached),
    number(usage.output),
    number(usage.thoughts),
  );
  return (
    <span class="usage" title={[detail, ...priceOf(usage)].join('\n')}>
      {l10n.t('{0} tokens', compact(usage.total))}
    </span>
  );
});

/** What a run took, in one quiet line; nothing where nothing was counted. */
export function RunUsage({ usage }: { readonly usage: Counts }): VNode | null {
  if (usage.total === 0) return null;
  const parts = [l10n.t('{0} tokens', compact(usage.total))];
  if (usage.cached > 0) parts.push(l10n.t('{0} cached', percent(usage.cached / usage.input)));
  if (usage.cost !== undefined) parts.push(l10n.t('about {0}', dollars(usage.cost)));
  return <span class="run-usage">{parts.join(' · ')}</span>;
}

/** A line about the estimated price, if there is one. */
function priceOf({ cost }: Counts): string[] {
  return cost === undefined ? [] : [l10n.t('Estimated price: {0}', dollars(cost))];
}
