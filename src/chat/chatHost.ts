import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Session } from '../agent/session';
import type { NoticeAction } from '../shared/messages';
import type { ApprovalMode, ChatHost, Completion, CompletionKind, MentionView } from '../shared/protocol';
import { callKey } from '../shared/callAddress';
import type { Chat } from './chat';
import type { ChatChanges } from './chatChanges';
import { expectChoice, expectLine, expectText, expectTexts, expectVerdict } from './expectArguments';
import type { PanelFocus } from './panelFocus';
import type { PromptEditing } from './promptEditing';
import { openLinkAfterAsking, openWorkspaceFile } from './openers';
import type { ReviewSending } from './reviewSending';
import type { Surface } from './surface';
import { forkChat } from './rewind';
import { beginEdit, commandIn, sendQueued, submitPrompt, type Sending } from './sendPrompt';
import { showChat } from './showChat';
import { earlierForView } from './viewEvents';

const MODES: readonly ApprovalMode[] = ['default', 'autoEdit', 'plan', 'yolo'];
/** Longer drafts are not kept. */
const MAX_DRAFT = 1_000_000;
const KINDS: readonly CompletionKind[] = ['command', 'argument', 'mention'];
/** Nothing that is looked for has a longer name. */
const MAX_TYPED = 1000;

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
  const { view, editing, review, changes } = options;
  const { surface, focus } = asking;
  const shown = (): Chat => {
    const found = options.chats().shownOn(surface);
    if (!found) throw new Error(l10n.t('This chat is no longer open.'));
    return found;
  };
  // Commands are about the chat on the surface that was used last.
  const run: ChatHostOptions['run'] = (command, ...args) => {
    options.chats().use(surface);
    return options.run(command, ...args);
  };
  // The panel may have asked before it heard of a switch: ids of calls are unique only within a chat.
  const chat = (): Chat => {
    const found = shownId === '' ? shown() : options.chats().get(shownId);
    if (!found) throw new Error(l10n.t('This chat is no longer open.'));
    return found;
  };
  const session = (): Session => chat().session;
  /** For what is about no message and no call: what was typed as the chats were switched is for the one shown now. */
  const current = (): Chat => options.chats().getLasting(shownId) ?? shown();
  return {
    async ready() {
      await showChat(options, surface);
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
      surface.send([{ type: 'compose', text }]);
    },
    async stop() {
      session().stop();
    },
    async retryNow() {
      session().retryNow();
    },
    async cancelCall(callId) {
      session().cancelCall(expectText(callId, 'callId'));
    },
    async newChat() {
      options.chats().newChat(surface);
    },
    async editPrompt(messageId) {
      await beginEdit(options, chat(), expectText(messageId, 'messageId'));
    },
    async cancelEdit() {
      editing.cancel(chat());
    },
    async sendEdited(text, restoresFiles) {
      const changed = expectText(text, 'text');
      const edited = chat();
      await commandIn(options, edited, changed);
      await editing.send(edited, restoresFiles, async replaces => {
        surface.send([earlierForView(edited.session.state)]);
        await submitPrompt(options, edited, changed, { replaces });
      });
      edited.flush();
    },
    async showReplaced(messageId) {
      const prompt = session().state.messages.find(({ id }) => id === expectText(messageId, 'messageId'));
      if (prompt?.role !== 'user' || prompt.replaces === undefined) return;
      if (!(await options.chats().open(prompt.replaces, surface)))
        throw new Error(l10n.t('That chat is no longer there.'));
      const { used } = options.chats();
      if (used !== surface) await used.reveal();
    },
    async fork(messageId) {
      await forkChat({ chats: options.chats(), chat: chat(), send: options.send }, expectText(messageId, 'messageId'));
    },
    async showEarlier(messageId) {
      chat().flush();
      surface.send([earlierForView(session().state, expectText(messageId, 'messageId'))]);
    },
    async decide(callId, verdict) {
      session().decide(expectText(callId, 'callId'), expectVerdict(verdict));
    },
    async decideEdits(decision) {
      const verdict = { decision: expectChoice(decision, ['accept', 'reject']) };
      for (const { callId, proposal, conflict } of session().state.approvals) {
        // What was accepted once and has changed since needs a look of its own.
        const isEdit = proposal.kind === 'edit' || proposal.kind === 'edits';
        if (isEdit && !conflict) session().decide(callId, verdict);
      }
    },
    async decideChanges(choice, file) {
      const only = file === null ? undefined : expectText(file, 'file');
      changes.decide(chat().id, expectChoice(choice, ['keep', 'undo']), only);
    },
    async reviewChanges() {
      changes.review(chat().id);
    },
    async sendReview() {
      await options.reviewing.send();
    },
    async takeChangesBack() {
      changes.takeBack();
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
      if (await review.open(key)) return;
      const isKnown = await options.openDecided(chat(), callId, uris => focus.leaveFor(uris));
      if (!isKnown) throw new Error(l10n.t('What this edit was is no longer stored.'));
    },
    async openFile(path, line) {
      await openWorkspaceFile(expectText(path, 'path'), typeof line === 'number' ? line : null);
    },
    async openLink(address) {
      const link = expectText(address, 'address');
      await focus.around(() => openLinkAfterAsking(link));
    },
    async attach() {
      const isStill = focus.watch();
      const isPicked = await focus.around(() => current().attachments.pick());
      if (isPicked && isStill()) await asking.compose();
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
    async complete(request, kind, typed) {
      const wanted = KINDS.find(each => each === kind);
      if (typeof request !== 'number' || !wanted) throw new TypeError(l10n.t('{0} must be a string', 'kind'));
      await options.complete(current(), wanted, expectText(typed, 'typed').slice(0, MAX_TYPED), items =>
        surface.send([{ type: 'completions', request, items }]),
      );
    },
    async weigh(text) {
      const typed = expectText(text, 'text').slice(0, MAX_DRAFT);
      surface.send([{ type: 'mentioned', mentions: await options.weigh(typed) }]);
    },
    async saveDraft(text) {
      current().saveDraft(expectText(text, 'text').slice(0, MAX_DRAFT));
    },
    async saveAnswers(callId, texts) {
      chat().forms.save(expectText(callId, 'callId'), expectTexts(texts, 'texts'));
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
