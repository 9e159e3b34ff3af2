import * as l10n from '@vscode/l10n';
import type { VNode } from 'preact';
import type { ChatState } from '../../../src/shared/chatState';
import { focusMessageBox } from '../../focusKeeper';
import { memo } from '../../memo';
import { waitingChatsText } from '../../text/waitingChats';
import { useServices } from '../../services';
import { IconButton } from './controls';
import { Usage } from '../composer/usage';

interface ToolbarProps {
  readonly title: string;
  readonly usage: ChatState['usage'];
  /** How many chats elsewhere wait for approval. */
  readonly waiting: number;
}

/** The chat's title and usage, and the actions for chats as a whole. */
export const Toolbar = memo(function Toolbar(props: ToolbarProps): VNode {
  const { title, usage, waiting } = props;
  const { host, ask } = useServices();
  const newChat = () => {
    focusMessageBox(); // a new chat begins with a prompt
    ask(host.newChat());
  };
  return (
    <header class="toolbar">
      <span class="toolbar-title" title={title}>
        {title}
      </span>
      <Usage usage={usage} />
      <IconButton icon="add" label={l10n.t('New chat')} onClick={newChat} />
      <IconButton
        icon="history"
        class={waiting > 0 ? 'has-waiting' : ''}
        label={l10n.t('History')}
        title={waitingChatsText(waiting) || l10n.t('History')}
        onClick={() => ask(host.showHistory())}
      />
    </header>
  );
});
