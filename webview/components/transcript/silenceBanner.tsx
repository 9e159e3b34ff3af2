import * as l10n from '@vscode/l10n';
import type { VNode } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { memo } from '../../memo';
import { moveFocus } from '../../moveFocus';
import { useServices } from '../../services';
import { Button } from '../ui/controls';
import { Icon } from '../ui/icon';

/** Says that the service isn't responding, and offers actions. Disappears when a response arrives. */
export const SilenceBanner = memo(function SilenceBanner({ text }: { readonly text: string }): VNode {
  const { host, ask } = useServices();
  const banner = useRef<HTMLDivElement>(null);
  useLayoutEffect(
    () => () => {
      // If a button has the focus, it would be lost.
      if (!banner.current?.contains(document.activeElement)) return;
      moveFocus(document.querySelector<HTMLElement>('.message'));
    },
    [],
  );
  return (
    <div ref={banner} class="notice notice-warning" role="group" aria-label={l10n.t('Service not responding')}>
      <Icon name="history" />
      <div class="notice-body">
        <p class="notice-text">{text}</p>
        <div class="buttons">
          <Button isPrimary onClick={() => ask(host.retryNow())}>
            {l10n.t('Retry now')}
          </Button>
          <Button onClick={() => ask(host.stop())}>{l10n.t('Stop')}</Button>
        </div>
      </div>
    </div>
  );
});
