import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Session } from '../agent/session';
import type { NoticeAction } from '../shared/messages';
import type { Verdict } from '../shared/proposals';
import type { ApprovalMode, ChatEvent, ChatHost } from '../shared/protocol';
import { callKey } from '../shared/callAddress';
import { builtinCommands, unknownCommandText } from '../context/commands/builtinCommands';
import { resolveInput } from '../context/commands/resolveInput';
import { showInformationMessage } from '../vscode/plainWindow';
import type { Chat } from './chat';
import type { ChatRegistry } from './chatRegistry';
import type { PanelFocus } from './panelFocus';
import type { PromptEditing } from './promptEditing';
import { openLinkAfterAsking, openWorkspaceFile } from './openers';
import { forkChat } from './rewind';
import { earlierForView, stateForView } from './viewEvents';
import type { ViewState } from './viewState';

const MODES: readonly ApprovalMode[] = ['default', 'autoEdit', 'plan', 'yolo'];
/** Longer drafts are not kept. */
const MAX_DRAFT = 1_000_000;
/** The longest line that a command can be given. */
const MAX_LINE = 65_536;

export interface ChatHostOptions {
  readonly chats: () => ChatRegistry;
  /** Resolves when the last session has been taken up again. */
  readonly restored: Promise<void>;
  readonly view: ViewState;
  readonly editing: PromptEditing;
  readonly send: (events: readonly ChatEvent[]) => void;
  readonly focus: PanelFocus;
  /** By `callKey`. */
  readonly review: {
    open(key: string): Promise<boolean>;
    filesOf(key: string): readonly { readonly after: vscode.Uri }[];
  };
  /** Puts the caret into the message box. */
  readonly compose: () => Promise<void>;
  readonly run: (command: string, argument?: string) => Promise<void>;
  readonly report: (message: string) => void;
}

/**
 * What the panel may ask about the chat that it shows, by the id of that; each argument is checked, since it comes from a
 * webview. An empty id stands for the chat that is shown now.
 */
export function createChatHost(options: ChatHostOptions, shownId = ''): ChatHost {
  const { view, editing, focus, review, run } = options;
  // The panel may have asked before it heard of a switch: ids of calls are unique only within a chat.
  const chat = (): Chat => {
    const found = shownId === '' ? options.chats().active : options.chats().get(shownId);
    if (!found) throw new Error(l10n.t('This chat is no longer open.'));
    return found;
  };
  const session = (): Session => chat().session;
  /** For what is about no message and no call: what was typed as the chats were switched is for the one shown now. */
  const current = (): Chat => options.chats().get(shownId) ?? options.chats().active;
  const sendState = () => {
    const { active } = options.chats();
    active.flush();
    const shown = stateForView(active.session.state, Date.now());
    options.send([{ type: 'state', ...shown, settings: view.settings(), draft: active.draft }]);
  };
  return {
    async ready() {
      editing.cancel();
      await Promise.all([options.restored, view.refresh()]);
      sendState();
    },
    async submit(text) {
      await submitPrompt(options, current(), expectText(text, 'text'));
      // The panel hears that the run has begun before it hears that the prompt was taken: Stop stays where it is.
      current().flush();
    },
    async sendQueued() {
      await sendQueued(options, chat());
      chat().flush();
    },
    async takeBack() {
      const text = chat().takeQueued();
      view.show();
      options.send([{ type: 'compose', text }]);
    },
    async stop() {
      session().stop();
    },
    async cancelCall(callId) {
      session().cancelCall(expectText(callId, 'callId'));
    },
    async newChat() {
      options.chats().newChat();
    },
    async editPrompt(messageId) {
      await beginEdit(options, chat(), expectText(messageId, 'messageId'));
    },
    async cancelEdit() {
      editing.cancel();
    },
    async sendEdited(text, restoresFiles) {
      const changed = expectText(text, 'text');
      const edited = chat();
      expectKnown(changed);
      await editing.send(restoresFiles, async replaces => {
        options.send([earlierForView(edited.session.state)]);
        await submitPrompt(options, edited, changed, { replaces });
      });
      edited.flush();
    },
    async showReplaced(messageId) {
      const prompt = session().state.messages.find(({ id }) => id === expectText(messageId, 'messageId'));
      if (prompt?.role !== 'user' || prompt.replaces === undefined) return;
      if (!(await options.chats().open(prompt.replaces))) throw new Error(l10n.t('That chat is no longer there.'));
    },
    async fork(messageId) {
      await forkChat({ chats: options.chats(), chat: chat(), send: options.send }, expectText(messageId, 'messageId'));
    },
    async showEarlier(messageId) {
      chat().flush();
      options.send([earlierForView(session().state, expectText(messageId, 'messageId'))]);
    },
    async decide(callId, verdict) {
      session().decide(expectText(callId, 'callId'), expectVerdict(verdict));
    },
    async writeInput(callId, line) {
      const given = line === null ? null : expectLine(line, 'line');
      if (!session().writeInput(expectText(callId, 'callId'), given)) {
        throw new Error(l10n.t('The command no longer waits for input.'));
      }
    },
    async openDiff(callId) {
      const key = callKey({ sessionId: chat().id, callId: expectText(callId, 'callId') });
      focus.leaveFor(review.filesOf(key).map(({ after }) => after));
      await review.open(key);
    },
    async openFile(path, line) {
      await openWorkspaceFile(expectText(path, 'path'), typeof line === 'number' ? line : null);
    },
    async openLink(address) {
      const link = expectText(address, 'address');
      await focus.around(() => openLinkAfterAsking(link));
    },
    async attach() {
      if (await current().attachments.pick()) await options.compose();
      else await focus.giveBack();
    },
    async attachImage(mimeType, data) {
      current().attachments.addImage(expectText(mimeType, 'mimeType'), expectText(data, 'data'));
    },
    async detach(id) {
      chat().attachments.remove(expectText(id, 'id'));
    },
    async setModel(model) {
      await view.setModel(current(), expectText(model, 'model'));
    },
    async pickModel() {
      await run('pollux.selectModel');
    },
    async setMode(mode) {
      if (MODES.includes(mode)) await focus.around(() => view.setMode(current(), mode));
    },
    async showHistory() {
      await run('pollux.history');
    },
    async startDemo() {
      await run('pollux.startDemo');
    },
    async act(action) {
      await act(action, session(), run);
    },
    async copy(text) {
      await vscode.env.clipboard.writeText(expectText(text, 'text'));
    },
    async saveDraft(text) {
      current().saveDraft(expectText(text, 'text').slice(0, MAX_DRAFT));
    },
    async focusChanged(hasFocus) {
      focus.changed(hasFocus);
    },
    async report(message) {
      options.report(expectText(message, 'message').slice(0, 4000));
    },
  };
}

/** Puts a prompt of the chat into the message box, to be changed and sent again. */
export async function beginEdit(
  { editing }: Pick<ChatHostOptions, 'editing'>,
  chat: Chat,
  messageId: string,
): Promise<void> {
  if (await editing.begin(chat, messageId)) return;
  void showInformationMessage(l10n.t('Stop Pollux first, then go back.'));
}

type Sending = Pick<ChatHostOptions, 'chats' | 'view' | 'send'>;

/** Sends a prompt with what is attached; the run goes on after this returns. During another run the prompt waits. */
export async function submitPrompt(
  sending: Sending,
  chat: Chat,
  text: string,
  more: { readonly replaces?: string } = {},
): Promise<void> {
  const { session, attachments } = chat;
  const prompt = text.trim();
  if (prompt === '') return;
  const input = expectKnown(text);
  chat.saveDraft('');
  if (input.kind === 'command' && !session.state.isRunning) {
    void session.compress();
    return;
  }
  const files = session.state.isRunning ? [] : await attachments.take();
  // Another prompt may have been quicker.
  if (session.state.isRunning) {
    chat.queue(prompt);
    sending.view.show();
    return;
  }
  if (!chat.hasPrompts) sending.chats().remember(chat);
  void session.submit([...files, { type: 'text', text }], more).then(({ isRefused }) => {
    if (isRefused) giveBack(sending, chat, text);
  });
}

/** Resolves a typed text; throws for an unknown command. */
function expectKnown(text: string) {
  const input = resolveInput(text, builtinCommands());
  if (input.kind === 'unknownCommand') throw new Error(unknownCommandText(input.name, input.similar));
  return input;
}

/** Puts a prompt that was refused back into the message box, with what was attached. */
function giveBack({ chats, send }: Sending, chat: Chat, text: string): void {
  // A panel that is not open, or shows another chat, finds it as a draft.
  if (chat.draft === '') chat.saveDraft(text);
  chat.attachments.giveBack();
  if (chats().active !== chat) return;
  chat.flush();
  send([{ type: 'compose', text }]);
}

/** Sends the prompt that waits, if one does. */
export async function sendQueued(sending: Sending, chat: Chat): Promise<void> {
  if (chat.session.state.isRunning || chat.queued === '') return;
  const text = chat.takeQueued();
  sending.view.show();
  await submitPrompt(sending, chat, text);
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
      return run('pollux.setApiKey');
    case 'signIn':
      return run('pollux.signIn');
    case 'selectModel':
      return run('pollux.selectModel');
    case 'changeBudget':
      return run('workbench.action.openSettings', 'pollux.budget');
    case 'showLog':
      return run('pollux.showLog');
    case 'newChat':
      return run('pollux.newChat');
    default:
      action satisfies never;
  }
}

function expectText(value: unknown, name: string): string {
  if (typeof value !== 'string') throw new TypeError(l10n.t('{0} must be a text', name));
  return value;
}

/** The error never repeats what was typed: it may be a password. */
function expectLine(value: unknown, name: string): string {
  const text = expectText(value, name);
  if (text.length > MAX_LINE || /[\r\n\0]/.test(text)) throw new TypeError(l10n.t('{0} must be one line', name));
  return text;
}

/** Takes over only what a verdict may hold; anything else is no acceptance. */
function expectVerdict(value: unknown): Verdict {
  const { decision, reason, remember, edited, answers, mode, merge } = value as Partial<Record<string, unknown>>;
  if (decision === 'accept') {
    return {
      decision,
      ...(typeof remember === 'string' && { remember }),
      ...(typeof edited === 'string' && { edited }),
      ...(merge === true && { merge }),
      ...((mode === 'default' || mode === 'autoEdit') && { mode }),
      ...(Array.isArray(answers) && { answers: answers.map(String) }),
    };
  }
  if (decision !== 'reject') throw new TypeError(l10n.t('{0} is not a decision', String(decision)));
  return { decision, ...(typeof reason === 'string' && reason.trim() !== '' && { reason: reason.trim() }) };
}
