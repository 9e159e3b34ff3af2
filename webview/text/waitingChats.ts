import * as l10n from '@vscode/l10n';

/** How many other chats wait for approval; empty: none. */
export function waitingChatsText(count: number): string {
  if (count === 0) return '';
  return count === 1
    ? l10n.t('1 other chat waits for your approval')
    : l10n.t('{0} other chats wait for your approval', count);
}
