import * as l10n from '@vscode/l10n';
import type { VNode } from 'preact';
import type { Usage as Counts } from '../../src/shared/messages';
import { memo } from '../memo';
import { compact, number } from '../text/format';

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
    <span class="usage" title={detail}>
      {l10n.t('{0} tokens', compact(usage.total))}
    </span>
  );
});
