import * as l10n from '@vscode/l10n';
import type { VNode } from 'preact';
import type { ViewSettings } from '../../../src/shared/protocol';
import { memo } from '../../memo';
import { useServices } from '../../services';
import { Button } from '../ui/controls';
import { Icon } from '../ui/icon';

/** Permanent warnings: the model is a demo, Pollux runs everything without asking, or the folder is not trusted. */
export const Banner = memo(function Banner({ settings }: { readonly settings: ViewSettings }): VNode {
  const { host, ask } = useServices();
  return (
    <>
      {settings.isMissing === true && (
        <div class="banner" role="status">
          <Icon name="info" />
          <span class="banner-text">
            {l10n.t('The chat that was here was deleted or can’t be read. This is a new one.')}
          </span>
          <Button onClick={() => ask(host.showHistory())}>{l10n.t('History')}</Button>
        </div>
      )}
      {settings.signIn === 'demo' && (
        <div class="banner">
          <Icon name="info" />
          <span class="banner-text">{l10n.t('Demo model: the answers are scripted and don’t come from Gemini.')}</span>
          <Button onClick={() => ask(host.act('setApiKey'))}>{l10n.t('Enter API key')}</Button>
        </div>
      )}
      {settings.mode === 'yolo' && (
        <div class="banner banner-danger" role="status">
          <Icon name="warning" />
          <span class="banner-text">{l10n.t('Run everything is on: Pollux edits and runs without asking.')}</span>
          <Button onClick={() => ask(host.setMode('default'))}>{l10n.t('Ask first')}</Button>
        </div>
      )}
      {settings.hasFolder && !settings.isTrusted && (
        <div class="banner">
          <Icon name="warning" />
          <span class="banner-text">
            {l10n.t('Restricted Mode: this folder isn’t trusted, so Pollux changes no files and runs no commands.')}
          </span>
        </div>
      )}
    </>
  );
});
