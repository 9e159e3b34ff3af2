import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Chat } from '../../chat/chat';
import { ChatRegistry } from '../../chat/chatRegistry';
import { tellOfUnreadChat } from '../../chat/history';
import { composeIn } from '../../chat/surfaces/composeIn';
import { showChat } from '../../chat/surfaces/showChat';
import { sendQueued } from '../../chat/prompts/sendPrompt';
import type { Sending } from '../../chat/prompts/sending';
import { eventForView, isShown } from '../../chat/surfaces/viewEvents';
import type { Configuration } from '../../config/configuration';
import type { PolluxSettings } from '../../config/settings';
import type { AgentEvent } from '../../shared/events';
import type { ApprovalMode } from '../../shared/protocol';
import { messageOf } from '../../shared/messageOf';
import { runCommand } from '../../vscode/runCommand';
import { createPanelView } from './panelView';
import { notedCommand } from '../slash/notedCommand';
import { createChatParts, type WindowChatOptions } from '../windowChat';
import { createWindowSurfaces } from './windowSurfaces';
import type { WindowPanelOptions } from './windowPanelOptions';

/** The events that change how full the model's context window is. */
const CHANGES_CONTEXT: ReadonlySet<string> = new Set([
  'message-finished',
  'compressed',
  'uncompressed',
  'run-finished',
]);

/** Called with what happens in open chats; without events when the panel shows another chat. */
type ChatListener = (chat: Chat, events: readonly AgentEvent[]) => void;

/** The chats of a window and the surfaces that show them. */
export function createWindowPanel(options: WindowPanelOptions) {
  const { files, models, settings, configuration, chatView, keys, log } = options;
  const send: Sending['send'] = (chat, events) => chats.surfaceOf(chat)?.send(events);
  const waitingElsewhere = () =>
    chats.all.filter(chat => chat.session.state.approvals.length > 0 && !chats.surfaceOf(chat)).length;
  const shown = createPanelView({
    ...options,
    chats: () => chats,
    tabs: () => surfaces.tabs,
    sending: () => sending,
    send,
    waitingElsewhere,
  });
  const { view, names, editing, changes, reviewing, mayAllowAll } = shown;
  let lastWaiting = 0;
  const showProgress = () => {
    keys.set('isRunning', chats.active.session.state.isRunning);
    // Chats in tabs show this in the tab itself.
    const behind = chats.all.filter(chat => chats.surfaceOf(chat)?.kind !== 'tab');
    chatView.setWaiting(behind.reduce((sum, { session }) => sum + session.state.approvals.length, 0));
    const waiting = waitingElsewhere();
    if (waiting !== lastWaiting) shown.sendAllSettings();
    lastWaiting = waiting;
    surfaces.tabs.update();
  };
  const listeners = new Set<ChatListener>();
  const activeChanged = () => {
    files.changes.chatChanged();
    showProgress();
    for (const listener of listeners) listener(chats.active, []);
  };
  const chatOptions: WindowChatOptions = { ...options.chat, onAttachments: shown.sendAllSettings };
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
      if (events.some(({ type }) => CHANGES_CONTEXT.has(type))) shown.sendSettings(chat);
      if (events.some(({ type }) => type === 'run-started')) {
        changes.forgetDecision();
        files.changes.chatChanged();
      }
      showProgress();
      const end = events.find(event => event.type === 'run-finished');
      if (end && chat.afterStop.sendsQueued(end.reason)) {
        sendQueued(sending, chat).catch((error: unknown) =>
          chat.session.notify({ level: 'error', text: messageOf(error) }),
        );
      }
      reviewing.heard(chat, events);
    },
    view: chatView,
    onSwitch: (surface, isMoved) => {
      editing.cancelHidden(chats.shown);
      void showChat(surfaces.host, surface, isMoved);
      void names.read(chats.shown);
      activeChanged();
    },
    onUse: activeChanged,
  });
  files.changes.follow(() => turnOf(chats.active));
  const sending = sendingOf(options, { chats: () => chats, view, send });
  const restored: Promise<void> = chats.stored
    .restore()
    .then(unread => {
      if (unread !== undefined) tellOfUnreadChat(unread);
    })
    .catch((error: unknown) => log.error('The last chat could not be opened again', error));
  const surfaces = createWindowSurfaces({
    ...options,
    host: { ...sending, editing, changes, reviewing, review: options.review },
    restored,
    nameOf: chat => names.of(chat),
    onClose: showProgress,
  });
  const { tabs, focus } = surfaces;
  return {
    chats,
    view,
    editing,
    sending,
    reviewing,
    tabs,
    /** The focus of the surface used last. */
    focus: () => focus.of(chats.used),
    restored,
    compose: () => focus.compose(chats.used),
    composeIn: (chat: Chat) => composeIn(chats, focus, chat),
    reveal: () => chats.used.reveal(),
    /** Must be called when a chat's name may have changed. */
    readNames: () => void names.read(chats.shown),
    /** Returns the function that unsubscribes. */
    subscribe: (listener: ChatListener): (() => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    dispose: () => surfaces.dispose(),
  };
}

/** The turn to which a file change made now would belong. */
function turnOf(chat: Chat): { readonly sessionId: string; readonly turn: string } {
  const { sessionId, messages } = chat.session.state;
  const turn = messages.findLast(message => message.role === 'user' && !message.isContext);
  return { sessionId, turn: turn?.id ?? '' };
}

function initialModeOf(configuration: Configuration, { review }: PolluxSettings): ApprovalMode {
  const mode = configuration.settings['general.defaultApprovalMode'];
  if (mode === 'auto_edit') return 'autoEdit';
  return mode === 'default' && review === 'after' ? 'autoEdit' : mode;
}

/** What every surface of the window sends prompts with. */
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

export type WindowPanel = ReturnType<typeof createWindowPanel>;
