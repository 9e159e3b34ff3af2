import type { Chat } from '../../chat/chat';
import { ChatNames } from '../../chat/chatNames';
import type { ChatRegistry } from '../../chat/chatRegistry';
import type { ChatTabs } from '../../chat/surfaces/chatTabs';
import { PromptEditing } from '../../chat/prompts/promptEditing';
import type { Sending } from '../../chat/prompts/sending';
import { ViewState } from '../../chat/surfaces/viewState';
import { isForced } from '../../config/configuration';
import { saveSetting } from '../../vscode/settings';
import { createChatReview } from '../review/chatReview';
import type { WindowPanelOptions } from './windowPanelOptions';

export interface PanelViewOptions extends Pick<
  WindowPanelOptions,
  'files' | 'models' | 'settings' | 'configuration' | 'access' | 'chat' | 'log'
> {
  readonly chats: () => ChatRegistry;
  readonly tabs: () => Pick<ChatTabs, 'isMissing' | 'update'>;
  readonly sending: () => Sending;
  readonly send: Sending['send'];
  readonly waitingElsewhere: () => number;
}

/**
 * What the surfaces show of their chats besides the conversation: settings, names, changes under review and the
 * prompt that is being edited. Each part sends the view's settings again when it changes.
 */
export function createPanelView({
  chats,
  tabs,
  sending,
  send,
  files,
  models,
  configuration,
  ...options
}: PanelViewOptions) {
  const { access, log } = options;
  const { note } = options.chat.telemetry;
  const sendSettings = (chat: Chat) => send(chat, [{ type: 'settings', settings: view.settings(chat) }]);
  const sendAllSettings = () => chats().shown.forEach(sendSettings);
  const mayAllowAll = () => !configuration.settings['security.disableYoloMode'];
  const editing = new PromptEditing({
    chats,
    checkpoints: files.checkpoints,
    restores: files.restores(),
    onChange: sendAllSettings,
  });
  const names = new ChatNames({
    nameOf: id => files.store.nameOf(id),
    onChange: () => {
      tabs().update();
      sendAllSettings();
    },
    reportBug: (message, error) => log.error(message, error),
  });
  const { changes, reviewing } = createChatReview({
    changes: files.changes,
    chats,
    sending,
    onChange: sendAllSettings,
    log,
  });
  const view: ViewState = new ViewState({
    signIn: () => access.from(),
    models: models.all,
    saveModel: name => saveSetting('model', name),
    onModel: (chat, model) => note(chat.id, { type: 'modelChosen', model }),
    saveModels: names => saveSetting('models', names),
    mayAllowAll,
    isAllowAllForced: () =>
      isForced(configuration, 'security.disableYoloMode') || isForced(configuration, 'admin.secureModeEnabled'),
    editing: chat => editing.view(chat),
    sendWithModifier: () => options.settings().sendWithModifier,
    changes: chat => changes.view(chat.id),
    review: chat => reviewing.view(chat),
    nameOf: chat => names.of(chat),
    isMissing: chat => tabs().isMissing(chat),
    waitingElsewhere: options.waitingElsewhere,
    onChange: sendAllSettings,
  });
  return { view, names, editing, changes, reviewing, mayAllowAll, sendSettings, sendAllSettings };
}
