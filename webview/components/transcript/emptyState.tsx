import * as l10n from '@vscode/l10n';
import type { VNode } from 'preact';
import type { ViewSettings } from '../../../src/shared/protocol';
import { useServices } from '../../services';
import { Button } from '../ui/controls';
import { actionName } from './notice';

interface EmptyStateProps {
  readonly settings: ViewSettings;
  /** Puts a suggestion into the message box. */
  readonly onSuggest: (text: string) => void;
}

/** Shown in place of an empty conversation: what is missing, or how to begin. */
export function EmptyState({ settings, onSuggest }: EmptyStateProps): VNode {
  if (settings.signIn === 'none') {
    return (
      <div class="empty">
        <p>{l10n.t('Pollux needs a Gemini API key. It’s stored in this editor’s secret storage.')}</p>
        <SignIn />
      </div>
    );
  }
  const { hasFolder, isTrusted, mode } = settings;
  const suggestions = [
    ...(hasFolder ? [l10n.t('Explain how this project is put together')] : []),
    ...(hasFolder && isTrusted
      ? [l10n.t('Run the tests and fix what fails'), l10n.t('Review my uncommitted changes')]
      : []),
  ];
  return (
    <div class="empty">
      <p>
        {hasFolder
          ? isTrusted
            ? mode === 'default'
              ? l10n.t('Ask about this folder, or describe a change. You approve every change.')
              : l10n.t('Ask about this folder, or describe a change.')
            : l10n.t('Ask about this folder.')
          : l10n.t('No folder is open. You can ask questions; to work on files, open a folder first.')}
      </p>
      {suggestions.length > 0 && (
        <ul class="suggestions">
          {suggestions.map(text => (
            <li key={text}>
              <button type="button" class="suggestion" onClick={() => onSuggest(text)}>
                {text}
              </button>
            </li>
          ))}
        </ul>
      )}
      {settings.signIn === 'gateway' && (
        <>
          <p>{l10n.t('The configured service is used without a key. If it requires one, enter it here.')}</p>
          <SignIn />
        </>
      )}
    </div>
  );
}

/** The available ways to sign in. */
function SignIn(): VNode {
  const { host, ask } = useServices();
  return (
    <div class="buttons">
      <Button isPrimary onClick={() => ask(host.act('setApiKey'))}>
        {actionName('setApiKey')}
      </Button>
      <Button onClick={() => ask(host.act('signIn'))}>{actionName('signIn')}</Button>
      <Button onClick={() => ask(host.startDemo())}>{l10n.t('Try the demo')}</Button>
    </div>
  );
}
