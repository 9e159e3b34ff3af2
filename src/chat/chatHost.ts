import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Session } from '../agent/session';
import type { NoticeAction } from '../shared/messages';
import type { Verdict } from '../shared/proposals';
import type { ApprovalMode, ChatEvent, ChatHost } from '../shared/protocol';
import { builtinCommands, unknownCommandText } from '../context/commands/builtinCommands';
import { resolveInput } from '../context/commands/resolveInput';
import { showInformationMessage } from '../vscode/plainWindow';
import type { Attachments } from './attachments';
import type { CurrentChat } from './currentChat';
import type { PanelFocus } from './panelFocus';
import type { PromptEditing } from './promptEditing';
import { mayLeave } from './leaveChat';
import { openLinkAfterAsking, openWorkspaceFile } from './openers';
import { forkChat } from './rewind';
import { earlierForView, isShown, stateForView } from './viewEvents';
import type { ViewState } from './viewState';

const MODES: readonly ApprovalMode[] = ['default', 'autoEdit', 'plan', 'yolo'];
/** Longer drafts are not kept. */
const MAX_DRAFT = 1_000_000;
/** The longest line that a command can be given. */
const MAX_LINE = 65_536;

export interface ChatHostOptions {
  readonly chat: () => CurrentChat;
  /** Resolves when the last session has been taken up again. */
  readonly restored: Promise<void>;
  readonly view: ViewState;
  readonly attachments: Attachments;
  readonly editing: PromptEditing;
  readonly send: (events: readonly ChatEvent[]) => void;
  readonly focus: PanelFocus;
  readonly review: {
    open(callId: string): Promise<boolean>;
    filesOf(callId: string): readonly { readonly after: vscode.Uri }[];
  };
  /** Puts the caret into the message box. */
  readonly compose: () => Promise<void>;
  readonly run: (command: string, argument?: string) => Promise<void>;
  readonly report: (message: string) => void;
}

/** What the panel may ask, each argument checked: it comes from a webview. */
export function createChatHost(options: ChatHostOptions): ChatHost {
  const { view, attachments, editing, focus, review, run } = options;
  const session = (): Session => options.chat().session;
  const sendState = () => {
    options.chat().flush();
    const shown = stateForView(session().state, Date.now());
    options.send([{ type: 'state', ...shown, settings: view.settings(), draft: view.draft() }]);
  };
  return {
    async ready() {
      editing.cancel();
      await Promise.all([options.restored, view.refresh()]);
      sendState();
    },
    async submit(text) {
      await submitPrompt(options, expectText(text, 'text'));
      // The panel hears that the run has begun before it hears that the prompt was taken: Stop stays where it is.
      options.chat().flush();
    },
    async sendQueued() {
      await sendQueued(options);
      options.chat().flush();
    },
    async takeBack() {
      options.send([{ type: 'compose', text: view.takeQueued() }]);
    },
    async stop() {
      session().stop();
    },
    async cancelCall(callId) {
      session().cancelCall(expectText(callId, 'callId'));
    },
    async newChat() {
      await focus.around(async () => {
        if (await mayLeave(options.chat())) options.chat().newChat();
      });
    },
    async editPrompt(messageId) {
      await beginEdit(options, expectText(messageId, 'messageId'));
    },
    async cancelEdit() {
      editing.cancel();
    },
    async sendEdited(text, restoresFiles) {
      const changed = expectText(text, 'text');
      expectKnown(changed);
      await editing.send(restoresFiles, async replaces => {
        options.send([earlierForView(session().state)]);
        await submitPrompt(options, changed, { replaces });
      });
      options.chat().flush();
    },
    async showReplaced(messageId) {
      const prompt = session().state.messages.find(({ id }) => id === expectText(messageId, 'messageId'));
      if (prompt?.role !== 'user' || prompt.replaces === undefined) return;
      if (!(await options.chat().open(prompt.replaces))) throw new Error(l10n.t('That chat is no longer there.'));
    },
    async fork(messageId) {
      await forkChat({ chat: options.chat(), send: options.send }, expectText(messageId, 'messageId'));
    },
    async showEarlier(messageId) {
      options.chat().flush();
      options.send([earlierForView(session().state, expectText(messageId, 'messageId'))]);
    },
    async decide(callId, verdict) {
      options.chat().decide(expectText(callId, 'callId'), expectVerdict(verdict));
    },
    async writeInput(callId, line) {
      const given = line === null ? null : expectLine(line, 'line');
      if (!session().writeInput(expectText(callId, 'callId'), given)) {
        throw new Error(l10n.t('The command no longer waits for input.'));
      }
    },
    async openDiff(callId) {
      const id = expectText(callId, 'callId');
      focus.leaveFor(review.filesOf(id).map(({ after }) => after));
      await review.open(id);
    },
    async openFile(path, line) {
      await openWorkspaceFile(expectText(path, 'path'), typeof line === 'number' ? line : null);
    },
    async openLink(address) {
      const link = expectText(address, 'address');
      await focus.around(() => openLinkAfterAsking(link));
    },
    async attach() {
      if (await attachments.pick()) await options.compose();
      else await focus.giveBack();
    },
    async attachImage(mimeType, data) {
      attachments.addImage(expectText(mimeType, 'mimeType'), expectText(data, 'data'));
    },
    async detach(id) {
      attachments.remove(expectText(id, 'id'));
    },
    async setModel(model) {
      await view.setModel(expectText(model, 'model'));
    },
    async pickModel() {
      await run('pollux.selectModel');
    },
    async setMode(mode) {
      if (MODES.includes(mode)) await focus.around(() => view.setMode(mode));
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
      view.saveDraft(expectText(text, 'text').slice(0, MAX_DRAFT));
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
export async function beginEdit({ editing }: Pick<ChatHostOptions, 'editing'>, messageId: string): Promise<void> {
  if (await editing.begin(messageId)) return;
  void showInformationMessage(l10n.t('Stop Pollux first, then go back.'));
}

type Sending = Pick<ChatHostOptions, 'chat' | 'attachments' | 'view' | 'send'>;

/** Sends a prompt with what is attached; the run goes on after this returns. During another run the prompt waits. */
export async function submitPrompt(
  sending: Sending,
  text: string,
  more: { readonly replaces?: string } = {},
): Promise<void> {
  const { chat, attachments, view } = sending;
  const current = chat();
  const { session } = current;
  const prompt = text.trim();
  if (prompt === '') return;
  const input = expectKnown(text);
  view.saveDraft('');
  if (input.kind === 'command' && !session.state.isRunning) {
    void session.compress();
    return;
  }
  const files = session.state.isRunning ? [] : await attachments.take();
  // Another prompt may have been quicker.
  if (session.state.isRunning) {
    view.queue(prompt);
    return;
  }
  if (!session.state.messages.some(isShown)) current.remember();
  void session.submit([...files, { type: 'text', text }], more).then(({ isRefused }) => {
    if (isRefused && chat().session === session) giveBack(sending, text);
  });
}

/** What a typed text is; throws for a command that there is none of. */
function expectKnown(text: string) {
  const input = resolveInput(text, builtinCommands());
  if (input.kind === 'unknownCommand') throw new Error(unknownCommandText(input.name, input.similar));
  return input;
}

/** Puts a prompt that was not taken back into the message box, with what was attached. */
function giveBack({ chat, attachments, view, send }: Sending, text: string): void {
  // A panel that is not open finds it as a draft.
  if (view.draft() === '') view.saveDraft(text);
  attachments.giveBack();
  chat().flush();
  send([{ type: 'compose', text }]);
}

/** Sends the prompt that waits, if one does. */
export async function sendQueued(options: Sending): Promise<void> {
  if (!options.chat().session.state.isRunning) await submitPrompt(options, options.view.takeQueued());
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
