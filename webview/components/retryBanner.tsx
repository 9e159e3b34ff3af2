import * as l10n from '@vscode/l10n';
import type { VNode } from 'preact';
import type { RetryView } from '../../src/shared/chatState';
import { memo } from '../memo';
import { Icon } from './icon';
import { useNow } from './useNow';

/** Why the answer is late, and when it is tried again. */
export const RetryBanner = memo(function RetryBanner({ retry }: { readonly retry: RetryView }): VNode {
  const seconds = Math.max(0, Math.ceil((retry.dueAt - useNow(true)) / 1000));
  return (
    <div class="notice notice-warning">
      <Icon name="sync" />
      <div class="notice-body">
        <p class="notice-text">{retry.reason}</p>
        <p class="muted">
          {seconds > 0
            ? l10n.t('Trying again in {0} s (attempt {1} of {2}).', seconds, retry.attempt, retry.maxAttempts)
            : l10n.t('Trying again (attempt {0} of {1}).', retry.attempt, retry.maxAttempts)}
        </p>
      </div>
    </div>
  );
});
