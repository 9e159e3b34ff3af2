import * as l10n from '@vscode/l10n';
import type { VNode } from 'preact';
import type { Usage as Counts } from '../../../src/shared/messages';
import { memo } from '../../memo';
import { dollars, number, percent, tokens } from '../../text/format';

/** What the conversation has used so far. */
export const Usage = memo(function Usage({ usage }: { readonly usage: Counts }): VNode | null {
  if (usage.total === 0) return null;
  return (
    <span class="usage" title={describeUsage(usage).join('\n')}>
      {tokens(usage.total)}
    </span>
  );
});

/** What a run took, in one quiet line; nothing where nothing was counted. */
export function RunUsage({ usage }: { readonly usage: Counts }): VNode | null {
  const text = describeRun(usage);
  return text === '' ? null : <span class="run-usage">{text}</span>;
}

/** The counts of a chat and their estimated price, a line each; none where nothing was counted. */
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

/** What a run took, such as `12K tokens · 80% cached · about $0.12`; empty where nothing was counted. */
export function describeRun({ total, input, cached, cost }: Counts): string {
  if (total === 0) return '';
  const parts = [tokens(total)];
  if (cached > 0) parts.push(l10n.t('{0} cached', percent(cached / input)));
  if (cost !== undefined) parts.push(l10n.t('about {0}', dollars(cost)));
  return parts.join(' · ');
}
