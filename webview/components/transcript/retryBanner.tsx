import * as l10n from '@vscode/l10n';
import type { VNode } from 'preact';
import { useMemo } from 'preact/hooks';
import type { RetryView } from '../../../src/shared/chatState';
import { memo } from '../../memo';
import { countDown } from '../../remaining';
import { Icon } from '../ui/icon';
import { useNow } from '../ui/useNow';

/** Why the answer is delayed, and when the next attempt starts. */
export const RetryBanner = memo(function RetryBanner({ retry }: { readonly retry: RetryView }): VNode {
  const remaining = useMemo(() => countDown(retry.remainingMs, () => performance.now()), [retry]);
  useNow(true); // re-renders each second
  const seconds = Math.ceil(remaining() / 1000);
  return (
    <div class="notice notice-warning">
      <Icon name="sync" />
      <div class="notice-body">
        <p class="notice-text">{retry.reason}</p>
        <p class="muted">{next(retry, seconds)}</p>
      </div>
    </div>
  );
});

function next({ attempt, maxAttempts, model }: RetryView, seconds: number): string {
  if (model !== undefined) return l10n.t('Continuing with {0}.', model);
  return seconds > 0
    ? l10n.t('Trying again in {0} s (attempt {1} of {2}).', seconds, attempt, maxAttempts)
    : l10n.t('Trying again (attempt {0} of {1}).', attempt, maxAttempts);
}
