import * as l10n from '@vscode/l10n';
import type { VNode } from 'preact';
import { memo } from '../memo';
import { useServices } from '../services';
import { IconButton } from './controls';

/** The title of the chat, and what concerns chats as a whole. */
export const Toolbar = memo(function Toolbar({ title }: { readonly title: string }): VNode {
  const { host, ask } = useServices();
  return (
    <header class="toolbar">
      <span class="toolbar-title" title={title}>
        {title}
      </span>
      <IconButton icon="add" label={l10n.t('New chat')} onClick={() => ask(host.newChat())} />
      <IconButton icon="history" label={l10n.t('History')} onClick={() => ask(host.showHistory())} />
    </header>
  );
});
