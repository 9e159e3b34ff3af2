import * as l10n from '@vscode/l10n';
import type { VNode } from 'preact';
import { memo } from '../../memo';
import { useServices } from '../../services';
import { Button } from '../ui/controls';

interface QueuedPromptProps {
  readonly text: string;
  readonly isRunning: boolean;
}

/** The next prompt. It is sent when the run succeeds; otherwise the user decides. */
export const QueuedPrompt = memo(function QueuedPrompt({ text, isRunning }: QueuedPromptProps): VNode {
  const { host, ask } = useServices();
  return (
    <div class="queued" role="group" aria-label={l10n.t('Queued prompt')}>
      <p class="queued-text" aria-live="polite" tabIndex={0}>
        <span class="muted">{isRunning ? l10n.t('Sent next:') : l10n.t('Not sent yet:')}</span> {text}
      </p>
      <div class="buttons">
        {!isRunning && (
          <Button isPrimary onClick={() => ask(host.sendQueued())}>
            {l10n.t('Send now')}
          </Button>
        )}
        <Button onClick={() => ask(host.takeBack())}>{l10n.t('Take back')}</Button>
      </div>
    </div>
  );
});
