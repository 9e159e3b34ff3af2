import * as l10n from '@vscode/l10n';
import type { VNode } from 'preact';
import type { NoticeAction, NoticeMessage } from '../../../src/shared/messages';
import type { IconName } from '../../icons';
import { memo } from '../../memo';
import { useServices } from '../../services';
import { Button } from '../ui/controls';
import { Icon } from '../ui/icon';
import { VisibleText } from '../ui/visibleText';
import { CitedText } from './citedText';
import { Markdown } from './markdown';
import { SummaryText } from './summaryText';

const ICONS: Readonly<Record<NoticeMessage['level'], IconName>> = { info: 'info', warning: 'warning', error: 'error' };

/** Rarely used actions, which are never shown as the primary button. */
const QUIET: readonly NoticeAction[] = ['showLog', 'restoreOriginal'];

/** A message from Pollux itself, with its actions. */
export const Notice = memo(function Notice({ notice }: { readonly notice: NoticeMessage }): VNode {
  const { host, ask } = useServices();
  const isRemark = notice.level === 'info' && notice.detail === undefined && !notice.actions?.length;
  const isSummary = notice.actions?.includes('restoreOriginal');
  return (
    <div class={`notice notice-${notice.level}${isRemark ? ' notice-remark' : ''}`}>
      {!isRemark && <Icon name={ICONS[notice.level]} />}
      <div class="notice-body">
        {notice.answers !== undefined && <TypedCommand text={notice.answers} />}
        {notice.format === 'markdown' ? (
          <>
            <p class="visually-hidden">{levelName(notice.level)} </p>
            <Markdown text={notice.text} isDone />
          </>
        ) : (
          <p class="notice-text">
            <span class="visually-hidden">{levelName(notice.level)} </span>
            {notice.citations ? <CitedText notice={notice} sources={notice.citations} /> : notice.text}
          </p>
        )}
        {notice.detail !== undefined && (
          <details class="notice-detail">
            <summary>{isSummary ? l10n.t('Show summary') : l10n.t('Details')}</summary>
            {isSummary ? <SummaryText text={notice.detail} /> : <pre tabIndex={0}>{notice.detail}</pre>}
          </details>
        )}
        {notice.actions !== undefined && notice.actions.length > 0 && (
          <div class="buttons">
            {notice.actions.map((action, i) => (
              <Button key={action} isPrimary={i === 0 && !QUIET.includes(action)} onClick={() => ask(host.act(action))}>
                {actionName(action)}
              </Button>
            ))}
          </div>
        )}
      </div>
    </div>
  );
});

/** The command above its answer, so that several answers can be told apart. */
function TypedCommand({ text }: { readonly text: string }): VNode {
  return (
    <p class="notice-command">
      <span class="visually-hidden">{l10n.t('Command:')} </span>
      <code>
        <VisibleText text={text} />
      </code>
    </p>
  );
}

function levelName(level: NoticeMessage['level']): string {
  switch (level) {
    case 'info':
      return l10n.t('Note:');
    case 'warning':
      return l10n.t('Warning:');
    case 'error':
      return l10n.t('Error:');
    default:
      return level satisfies never;
  }
}

export function actionName(action: NoticeAction): string {
  switch (action) {
    case 'setApiKey':
      return l10n.t('Enter API key');
    case 'signIn':
      return l10n.t('Other ways to sign in…');
    case 'retry':
      return l10n.t('Try again');
    case 'continue':
      return l10n.t('Continue');
    case 'selectModel':
      return l10n.t('Choose model');
    case 'changeBudget':
      return l10n.t('Change the budget');
    case 'showLog':
      return l10n.t('Show log');
    case 'writeReport':
      return l10n.t('Write error report');
    case 'newChat':
      return l10n.t('New chat');
    case 'restoreOriginal':
      return l10n.t('Restore the original');
    default:
      return action satisfies never;
  }
}
