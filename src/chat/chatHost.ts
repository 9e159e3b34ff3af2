import * as vscode from 'vscode';
import type { Session } from '../agent/session';
import type { NoticeAction } from '../shared/messages';
import type { ChatHost, Completion, CompletionKind, MentionView } from '../shared/protocol';
import type { Chat } from './chat';
import type { ChatChanges } from './chatChanges';
import { expectText } from './expectArguments';
import { askedChat } from './host/askedChat';
import { hostComposer } from './host/hostComposer';
import { hostDecisions } from './host/hostDecisions';
import { hostPrompts } from './host/hostPrompts';
import { openLinkAfterAsking, openWorkspaceFile } from './openers';
import type { PanelFocus } from './panelFocus';
import type { PromptEditing } from './promptEditing';
import type { ReviewSending } from './reviewSending';
import type { Sending } from './sendPrompt';
import { showChat } from './showChat';
import type { Surface } from './surface';
import { earlierForView } from './viewEvents';

/** Takes all that is known so far in place of what was before. */
export type Offer = (items: readonly Completion[]) => void;

export interface ChatHostOptions extends Sending {
  /** Resolves when the last session has been taken up again. */
  readonly restored: Promise<void>;
  readonly editing: PromptEditing;
  readonly changes: Pick<ChatChanges, 'decide' | 'review' | 'takeBack'>;
  readonly reviewing: Pick<ReviewSending, 'send'>;
  /** By `callKey`. */
  readonly review: {
    open(key: string): Promise<boolean>;
    filesOf(key: string): readonly { readonly after: vscode.Uri }[];
  };
  /** Shows what a call did, or would have done, that is decided; false where nobody knows any more. */
  readonly openDecided: (chat: Chat, callId: string, onOpen: (uris: readonly vscode.Uri[]) => void) => Promise<boolean>;
  readonly report: (message: string) => void;
  /** Offers what could stand for what is typed behind a `/` or an `@`, more than once where it is not known at once. */
  readonly complete: (chat: Chat, kind: CompletionKind, typed: string, offer: Offer) => Promise<void>;
  /** What a text mentions. */
  readonly weigh: (text: string) => Promise<readonly MentionView[]>;
}

/** The surface that asks. */
export interface AskingSurface {
  readonly surface: Surface;
  readonly focus: PanelFocus;
  /** The focus has come to it from elsewhere. */
  readonly taken: () => void;
  /** Puts the caret into its message box. */
  readonly compose: () => Promise<void>;
}

/**
 * What a surface may ask about the chat that it shows, by the id of that; each argument is checked, since it comes from a
 * webview. An empty id stands for the chat that is shown now.
 */
export function createChatHost(options: ChatHostOptions, asking: AskingSurface, shownId = ''): ChatHost {
  const { surface, focus } = asking;
  const asked = askedChat(options.chats, surface, shownId);
  // Commands are about the chat on the surface that was used last.
  const run: ChatHostOptions['run'] = (command, ...args) => {
    options.chats().use(surface);
    return options.run(command, ...args);
  };
  return {
    ...hostPrompts(options, surface, asked),
    ...hostDecisions(options, focus, asked),
    ...hostComposer(options, asking, asked),
    async ready() {
      await showChat(options, surface);
    },
    async newChat() {
      options.chats().newChat(surface);
    },
    async showEarlier(messageId) {
      asked.chat().flush();
      surface.send([earlierForView(asked.session().state, expectText(messageId, 'messageId'))]);
    },
    async openFile(path, line) {
      await openWorkspaceFile(expectText(path, 'path'), typeof line === 'number' ? line : null);
    },
    async openLink(address) {
      const link = expectText(address, 'address');
      await focus.around(() => openLinkAfterAsking(link));
    },
    async pickModel() {
      await run('pollux.selectModel');
    },
    async showHistory() {
      await run('pollux.history');
    },
    async startDemo() {
      await run('pollux.startDemo');
    },
    async act(action) {
      await act(action, asked.session(), run);
    },
    async copy(text) {
      await vscode.env.clipboard.writeText(expectText(text, 'text'));
    },
    async focusChanged(hasFocus) {
      focus.changed(hasFocus);
      if (!hasFocus) return;
      asking.taken();
      options.chats().use(surface);
    },
    async report(message) {
      options.report(expectText(message, 'message').slice(0, 4000));
    },
  };
}

async function act(action: NoticeAction, session: Session, run: ChatHostOptions['run']): Promise<void> {
  switch (action) {
    case 'retry':
    case 'continue':
      if (!session.state.isRunning) void session.resume();
      return;
    case 'restoreOriginal':
      session.restoreOriginal();
      return;
    case 'setApiKey':
      await run('pollux.setApiKey');
      return;
    case 'signIn':
      await run('pollux.signIn');
      return;
    case 'selectModel':
      await run('pollux.selectModel');
      return;
    case 'changeBudget':
      await run('workbench.action.openSettings', 'pollux.budget');
      return;
    case 'showLog':
      await run('pollux.showLog');
      return;
    case 'newChat':
      await run('pollux.newChat');
      return;
    default:
      action satisfies never;
  }
}
