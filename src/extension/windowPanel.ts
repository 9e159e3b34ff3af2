import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Log } from '../agent/ports/log';
import type { Chat } from '../chat/chat';
import { createChatHost, type ChatHostOptions } from '../chat/chatHost';
import { ChatRegistry } from '../chat/chatRegistry';
import { ChatNames } from '../chat/chatNames';
import type { ChatView } from '../chat/chatView';
import type { ContextKeys } from '../chat/contextKeys';
import { tellOfUnreadChat } from '../chat/history';
import { decidedEdit } from '../chat/decidedEdit';
import { PromptEditing } from '../chat/promptEditing';
import { ChatTabs } from '../chat/chatTabs';
import type { Surface } from '../chat/surface';
import { showChat } from '../chat/showChat';
import { SurfaceFocus } from '../chat/surfaceFocus';
import { sendQueued, type Sending } from '../chat/sendPrompt';
import { eventForView, isShown } from '../chat/viewEvents';
import { ViewState } from '../chat/viewState';
import { isForced, type Configuration } from '../config/configuration';
import type { PolluxSettings } from '../config/settings';
import type { AgentEvent } from '../shared/events';
import type { ApprovalMode } from '../shared/protocol';
import type { VscodeChangeReview } from '../vscode/changeReview';
import { DecidedDiffs } from '../vscode/decidedDiffs';
import { runCommand } from '../vscode/runCommand';
import { saveSetting } from '../vscode/settings';
import { createChatReview } from './chatReview';
import type { ModelAccess } from './modelAccess';
import { notedCommand } from './slash/notedCommand';
import type { WindowSlash } from './slash/windowSlash';
import { createChatParts, type WindowChatOptions } from './windowChat';
import type { WindowFiles } from './windowFiles';
import type { WindowModels } from './windowModels';

/** The events after which the model's window is another fraction full. */
const CHANGES_CONTEXT: ReadonlySet<string> = new Set([
  'message-finished',
  'compressed',
  'uncompressed',
  'run-finished',
]);

export interface WindowPanelOptions {
  readonly chatView: ChatView;
  readonly keys: ContextKeys;
  readonly chat: Omit<WindowChatOptions, 'onAttachments'>;
  readonly files: WindowFiles;
  readonly models: WindowModels;
  readonly access: Pick<ModelAccess, 'from'>;
  readonly settings: () => PolluxSettings;
  readonly configuration: Configuration;
  /** Resolves when the settings of files are read. */
  readonly configured: Promise<unknown>;
  readonly slash: () => Promise<WindowSlash>;
  /** See `Sending`. */
  readonly admit: () => Promise<void>;
  readonly review: VscodeChangeReview;
  readonly log: Log;
}

/** Hears what happens in the open chats; without events, that the panel shows another one. */
type ChatListener = (chat: Chat, events: readonly AgentEvent[]) => void;

/** The chats of a window and the panel that shows one of them. */
export function createWindowPanel({
  files,
  models,
  settings,
  configuration,
  review,
  chatView,
  keys,
  log,
  ...options
}: WindowPanelOptions) {
  const send: Sending['send'] = (chat, events) => chats.surfaceOf(chat)?.send(events);
  const { note } = options.chat.telemetry;
  const sendSettings = (chat: Chat) => send(chat, [{ type: 'settings', settings: view.settings(chat) }]);
  const sendAllSettings = () => chats.shown.forEach(sendSettings);
  const mayAllowAll = () => !configuration.settings['security.disableYoloMode'];
  const editing: PromptEditing = new PromptEditing({
    chats: () => chats,
    checkpoints: files.checkpoints,
    restores: files.restores(),
    onChange: sendAllSettings,
  });
  const view = new ViewState({
    signIn: () => options.access.from(),
    models: models.all,
    saveModel: name => saveSetting('model', name),
    onModel: (chat, model) => note(chat.id, { type: 'modelChosen', model }),
    saveModels: names => saveSetting('models', names),
    mayAllowAll,
    isAllowAllForced: () =>
      isForced(configuration, 'security.disableYoloMode') || isForced(configuration, 'admin.secureModeEnabled'),
    editing: chat => editing.view(chat),
    sendWithModifier: () => settings().sendWithModifier,
    changes: chat => changes.view(chat.id),
    review: chat => reviewing.view(chat),
    nameOf: chat => names.of(chat),
    isMissing: chat => tabs.isMissing(chat),
    onChange: sendAllSettings,
  });
  const names = new ChatNames({
    nameOf: id => files.store.nameOf(id),
    onChange: () => {
      tabs.update();
      sendAllSettings();
    },
    reportBug: (message, error) => log.error(message, error),
  });
  const { changes, reviewing } = createChatReview({
    changes: files.changes,
    chats: () => chats,
    sending: () => sending,
    onChange: sendAllSettings,
    log,
  });
  const showProgress = () => {
    keys.set('isRunning', chats.active.session.state.isRunning);
    // A tab says so itself.
    const behind = chats.all.filter(chat => chats.surfaceOf(chat)?.kind !== 'tab');
    chatView.setWaiting(behind.reduce((sum, { session }) => sum + session.state.approvals.length, 0));
    tabs.update();
  };
  const activeChanged = () => {
    files.changes.chatChanged();
    showProgress();
    for (const listener of listeners) listener(chats.active, []);
  };
  const listeners = new Set<ChatListener>();
  const chatOptions: WindowChatOptions = { ...options.chat, onAttachments: sendAllSettings };
  const chats: ChatRegistry = new ChatRegistry({
    store: files.store,
    stored: files.stored,
    createParts: (choices, start) => createChatParts(chatOptions, choices, start),
    initialMode: () => initialModeOf(configuration, settings()),
    mayAllowAll,
    defaultModel: models.chosen,
    newId: randomUUID,
    now: Date.now,
    wait: delay,
    onEvents: (chat, events) => {
      for (const listener of listeners) listener(chat, events);
      send(chat, events.filter(event => event.type !== 'message' || isShown(event.message)).map(eventForView));
      if (events.some(({ type }) => CHANGES_CONTEXT.has(type))) sendSettings(chat);
      if (events.some(({ type }) => type === 'run-started')) {
        changes.forgetDecision();
        files.changes.chatChanged();
      }
      showProgress();
      // After anything else, the user says whether it still makes sense.
      const isDone = events.some(event => event.type === 'run-finished' && event.reason === 'done');
      if (isDone) void sendQueued(sending, chat);
      reviewing.heard(chat, events);
    },
    view: chatView,
    onSwitch: (surface, isMoved) => {
      editing.cancelHidden(chats.shown);
      void showChat(hostOptions, surface, isMoved);
      void names.read(chats.shown);
      activeChanged();
    },
    onUse: activeChanged,
  });
  files.changes.follow(() => {
    const { sessionId, messages } = chats.active.session.state;
    const turn = messages.findLast(message => message.role === 'user' && !message.isContext);
    return { sessionId, turn: turn?.id ?? '' };
  });
  const sending = sendingOf(options, { chats: () => chats, view, send });
  const restored: Promise<void> = chats
    .restore()
    .then(unread => (unread === undefined ? undefined : tellOfUnreadChat(unread)))
    .catch((error: unknown) => log.error('The last chat could not be opened again', error));

  const focus = new SurfaceFocus();
  const tabs: ChatTabs = new ChatTabs({
    extensionUri: chatView.extensionUri,
    chats: () => chats,
    hostOf: (tab, chat) => hostOf(tab, chat),
    restored,
    nameOf: chat => names.of(chat),
    onOpen: tab => focus.passTo(tab),
    onHide: tab => focus.of(tab).changed(false),
    onClose: tab => {
      focus.forget(tab);
      showProgress();
    },
  });
  const decided = new DecidedDiffs();
  const hostOptions: ChatHostOptions = {
    ...sending,
    restored: Promise.all([restored, options.configured]).then(() => undefined),
    editing,
    changes,
    reviewing,
    complete: async (...asked) => (await options.slash()).complete(...asked),
    weigh: async text => (await options.slash()).weigh(text),
    review,
    openDecided: openDecidedBy(decided, files),
    report: message => log.error(`The panel reports: ${message}`),
  };
  const hostOf = (surface: Surface, chat?: string) =>
    createChatHost(
      hostOptions,
      { surface, focus: focus.of(surface), taken: () => focus.taken(surface), compose: () => focus.compose(surface) },
      chat,
    );
  chatView.answerBy(chat => hostOf(chatView, chat));
  return {
    chats,
    view,
    editing,
    sending,
    reviewing,
    tabs,
    /** That of the surface that was used last. */
    focus: () => focus.of(chats.used),
    restored,
    compose: () => focus.compose(chats.used),
    reveal: () => chats.used.reveal(),
    /** To be called when a chat may be called otherwise. */
    readNames: () => void names.read(chats.shown),
    /** Gives what ends it. */
    subscribe: (listener: ChatListener): (() => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    dispose() {
      decided.dispose();
      tabs.dispose();
      focus.dispose();
    },
  };
}

function initialModeOf(configuration: Configuration, { review }: PolluxSettings): ApprovalMode {
  const mode = configuration.settings['general.defaultApprovalMode'];
  if (mode === 'auto_edit') return 'autoEdit';
  return mode === 'default' && review === 'after' ? 'autoEdit' : mode;
}

/** How prompts are sent from any surface of the window. */
function sendingOf(
  { slash, admit, chat: { telemetry } }: Pick<WindowPanelOptions, 'slash' | 'admit' | 'chat'>,
  panel: Pick<Sending, 'chats' | 'view' | 'send'>,
): Sending {
  return {
    ...panel,
    admit,
    resolve: async (chat, text) =>
      notedCommand(await (await slash()).resolve(chat, text), fact => telemetry.note(chat.id, fact)),
    withMentions: async (chat, parts) => (await slash()).withMentions(chat, parts),
    runTyped: async command => (await slash()).runTyped(command),
    run: runCommand,
  };
}

function openDecidedBy(
  decided: DecidedDiffs,
  { checkpoints, workspace }: Pick<WindowFiles, 'checkpoints' | 'workspace'>,
): ChatHostOptions['openDecided'] {
  return async (chat, callId, onOpen) => {
    const textsOf: typeof checkpoints.textsOf = (sessionId, call) => checkpoints.textsOf(sessionId, call);
    const edits = await decidedEdit(chat.session.state, callId, { textsOf, workspace });
    await decided.show(edits, onOpen);
    return edits.length > 0;
  };
}

export type WindowPanel = ReturnType<typeof createWindowPanel>;
