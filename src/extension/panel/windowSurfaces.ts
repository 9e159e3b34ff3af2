import type { Chat } from '../../chat/chat';
import { createChatHost } from '../../chat/chatHost';
import type { ChatHostOptions } from '../../chat/host/chatHostOptions';
import { ChatTabs } from '../../chat/surfaces/chatTabs';
import type { ChatView } from '../../chat/surfaces/chatView';
import { decidedEdit } from '../../chat/decidedEdit';
import type { Surface } from '../../chat/surfaces/surface';
import { SurfaceFocus } from '../../chat/surfaces/surfaceFocus';
import { DecidedDiffs } from '../../vscode/review/decidedDiffs';
import type { WindowPanelOptions } from './windowPanelOptions';
import type { WindowFiles } from '../windowFiles';

export interface WindowSurfacesOptions extends Pick<WindowPanelOptions, 'files' | 'slash' | 'log'> {
  readonly chatView: ChatView;
  readonly host: Omit<ChatHostOptions, 'complete' | 'weigh' | 'openDecided' | 'report' | 'restored'>;
  /** Resolves when the view shows its last chat; tabs of the previous window are restored after it. */
  readonly restored: Promise<void>;
  /** Resolves when the settings files are read; nothing is shown before. */
  readonly configured: Promise<unknown>;
  readonly nameOf: (chat: Chat) => string | undefined;
  /** Called when a tab was closed. */
  readonly onClose: () => void;
}

/** The view and the tabs: the host of each, and which has the focus. */
export function createWindowSurfaces({ chatView, slash, files, log, ...options }: WindowSurfacesOptions) {
  const focus = new SurfaceFocus();
  const decided = new DecidedDiffs();
  const host: ChatHostOptions = {
    ...options.host,
    restored: Promise.all([options.restored, options.configured]).then(() => undefined),
    complete: async (...asked) => (await slash()).complete(...asked),
    weigh: async text => (await slash()).weigh(text),
    openDecided: openDecidedBy(decided, files),
    report: message => log.error(`The panel reports: ${message}`),
  };
  const hostOf = (surface: Surface, chat?: string) =>
    createChatHost(
      host,
      { surface, focus: focus.of(surface), taken: () => focus.taken(surface), compose: () => focus.compose(surface) },
      chat,
    );
  const tabs = new ChatTabs({
    extensionUri: chatView.extensionUri,
    chats: host.chats,
    hostOf,
    restored: options.restored,
    nameOf: options.nameOf,
    onOpen: tab => focus.passTo(tab),
    // A command that follows at once is meant for this chat.
    onActive: tab => {
      if (!focus.isOutside(tab)) host.chats().use(tab);
    },
    onHide: tab => focus.of(tab).changed(false),
    onClose: tab => {
      focus.forget(tab);
      options.onClose();
    },
  });
  chatView.answerBy(chat => hostOf(chatView, chat));
  return {
    host,
    tabs,
    focus,
    dispose() {
      decided.dispose();
      tabs.dispose();
      focus.dispose();
    },
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
