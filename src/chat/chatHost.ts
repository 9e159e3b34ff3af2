import * as vscode from 'vscode';
import type { Session } from '../agent/session';
import type { NoticeAction } from '../shared/messages';
import type { ChatHost } from '../shared/protocol';
import { expectText } from './expectArguments';
import { insertAtCursor } from '../vscode/documents/insertAtCursor';
import { askedChat } from './host/askedChat';
import { hostComposer } from './host/hostComposer';
import { hostDecisions } from './host/hostDecisions';
import { hostPrompts } from './host/hostPrompts';
import { openLinkAfterAsking, openWorkspaceFile } from './commands/openers';
import { showChat } from './surfaces/showChat';
import { earlierForView } from './surfaces/viewEvents';
import type { ChatHostOptions, AskingSurface } from './host/chatHostOptions';

/**
 * What a surface may ask of the host about the chat that it shows, identified by `shownId`; empty: the chat shown
 * now. Each argument is checked, since it comes from a webview.
 */
export function createChatHost(options: ChatHostOptions, asking: AskingSurface, shownId = ''): ChatHost {
  const { surface, focus } = asking;
  const asked = askedChat(options.chats, surface, shownId);
  // Commands act on the chat of the surface used last.
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
    async insert(text) {
      await insertAtCursor(expectText(text, 'text'));
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
    case 'writeReport':
      await run('pollux.report');
      return;
    case 'newChat':
      await run('pollux.newChat');
      return;
    default:
      action satisfies never;
  }
}
