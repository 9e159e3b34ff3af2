import * as l10n from '@vscode/l10n';
import type { VNode } from 'preact';
import type { Usage as Counts } from '../../../src/shared/messages';
import { memo } from '../../memo';
import { dollars, number, percent, tokens } from '../../text/format';

/** The conversation's usage so far. */
export const Usage = memo(function Usage({ usage }: { readonly usage: Counts }): VNode | null {
  if (usage.total === 0) return null;
  return (
    <span class="usage" title={describeUsage(usage).join('\n')}>
      {tokens(usage.total)}
    </span>
  );
});

/** A run's usage in one muted line; nothing if no tokens were counted. */
export function RunUsage({ usage }: { readonly usage: Counts }): VNode | null {
  const text = describeRun(usage);
  return text === '' ? null : <span class="run-usage">{text}</span>;
}

/** A chat's token counts and estimated price, one per line; empty if no tokens were counted. */
export function describeUsage({ total, input, cached, output, thoughts, cost }: Counts): string[] {
  if (total === 0) return [];
  const counts = l10n.t(
    'Tokens in this chat: {0} in ({1} cached), {2} out, {3} thinking',
    number(input),
    number(cached),
    number(output),
    number(thoughts),
  );
  return cost === undefined ? [counts] : [counts, l10n.t('Estimated price: {0}', dollars(cost))];
}

/** A run's usage, such as `12K tokens · 80% cached · about $0.12`; empty if no tokens were counted. */
export function describeRun({ total, input, cached, cost }: Counts): string {
  if (total === 0) return '';
  const parts = [tokens(total)];
  if (cached > 0) parts.push(l10n.t('{0} cached', percent(cached / input)));
  if (cost !== undefined) parts.push(l10n.t('about {0}', dollars(cost)));
  return parts.join(' · ');
}
