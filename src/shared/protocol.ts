import type { ChatState } from './chatState';
import type { AgentEvent } from './events';
import type { Message, NoticeAction } from './messages';
import type { Verdict } from './proposals';

export type ApprovalMode = 'default' | 'autoEdit' | 'plan' | 'yolo';

/** Something the user attached to the next prompt; lines are 1-based and inclusive. */
export interface AttachmentView {
  readonly id: string;
  readonly label: string;
  readonly path: string;
  readonly startLine?: number;
  readonly endLine?: number;
  /** An image, which has no path. */
  readonly isImage?: true;
}

export interface ModelView {
  readonly id: string;
  readonly label: string;
  /** True for a name that the person added. */
  readonly isAdded?: boolean;
}

/** What takes up room in a request. `environment` is all that Pollux itself tells the model, snapshots included. */
export type ContextSource =
  'instructions' | 'tools' | 'environment' | 'prompts' | 'attachments' | 'answers' | 'results';

/** How full the model's window is, in tokens; partly an estimate. */
export interface ContextUse {
  readonly total: number;
  readonly limit: number;
  readonly sources: Readonly<Partial<Record<ContextSource, number>>>;
}

/** What the panel shows besides the conversation. Sent whole whenever any of it changes; it is small. */
export interface ViewSettings {
  /** How the model is reached; `none`: nothing is set up yet and the panel asks for a key. */
  readonly signIn: 'key' | 'google' | 'environment' | 'gateway' | 'demo' | 'none';
  readonly model: string;
  readonly models: readonly ModelView[];
  readonly mode: ApprovalMode;
  readonly hasFolder: boolean;
  readonly isTrusted: boolean;
  readonly attachments: readonly AttachmentView[];
  /** What users called the chat, if anything. */
  readonly name?: string;
  /** Absent while nothing has been said yet. */
  readonly context?: ContextUse;
  /** The prompt that is being changed. `files`: what restoring them as they were before it would do. */
  readonly editing?: {
    readonly messageId: string;
    readonly text: string;
    readonly files: readonly { readonly path: string; readonly change: string; readonly isKept: boolean }[];
  };
  /** What the agent has changed and the user may still keep or undo; absent: nothing. */
  readonly changes?: ChangesView;
  /** Comments on changes of the chat that are not sent; absent: none. `isWaiting`: they are when its run has ended. */
  readonly review?: { readonly comments: number; readonly isWaiting: boolean };
  /** True: the chat that was here could not be opened again, and this is a new one. */
  readonly isMissing?: boolean;
  /** A prompt that waits for the run in progress to end well; absent: none. */
  readonly queued?: string;
  /** A prompt that was sent but is not part of the conversation yet; absent: none, or only just. */
  readonly outgoing?: OutgoingView;
  /** True: Enter makes a new line and Ctrl/Cmd+Enter sends. */
  readonly sendWithModifier: boolean;
}

/** A prompt on its way. `isHeld`: what the organization of the user allows is waited for. */
export interface OutgoingView {
  readonly text: string;
  readonly isHeld?: true;
}

/** Changes of a chat that are made. Of many files only some are listed, and decided about are all. */
export interface ChangesView {
  readonly count: number;
  readonly files: number;
  /** `file` names it, `path` is for people. */
  readonly listed: readonly { readonly file: string; readonly path: string; readonly count: number }[];
  /** The last decision about all of them, or a file of them, can be taken back. */
  readonly canTakeBack: boolean;
}

/** Something that can be put in place of what is being typed. */
export interface Completion {
  /** What is put there, with its `/` or `@`. */
  readonly insert: string;
  readonly label: string;
  /** What may follow it, such as the arguments of a command. */
  readonly hint?: string;
  /** One line about it. */
  readonly detail?: string;
  readonly kind: 'command' | 'file' | 'folder' | 'source';
  /** True: what is typed next narrows it down, as in a folder. */
  readonly isOpen?: boolean;
}

/** What is completed: commands behind a `/`, what follows the name of one, or what can be mentioned behind an `@`. */
export type CompletionKind = 'command' | 'argument' | 'mention';

/** What the text in the message box mentions. `tokens`: about how many of them go along; absent: nobody knows before. */
export interface MentionView {
  readonly label: string;
  readonly tokens?: number;
}

/** What the panel does not have of a long conversation: so many messages before its own. `title` names the whole of it. */
export interface EarlierMessages {
  readonly count: number;
  readonly title: string;
}

/** What stands in forms that are not sent, by the call that asks; each text is the panel's own affair. */
export type TypedAnswers = Readonly<Record<string, readonly string[]>>;

/** What the panel may ask of the extension host. Arguments come from a webview and are checked before use. */
export interface ChatHost {
  /** The view is up; the host answers with a `state` event in the ordered stream. */
  ready(): Promise<void>;
  /** Sends a prompt; during a run it waits for the end of it. What waits already goes before it, as one prompt. */
  submit(text: string): Promise<void>;
  /** Sends the prompt that waits, after a run that did not end well. */
  sendQueued(): Promise<void>;
  /** The prompt that waits comes back in a `compose` event instead. */
  takeBack(): Promise<void>;
  stop(): Promise<void>;
  /** Sends the request again that the service does not answer. */
  retryNow(): Promise<void>;
  /** Ends one call; the run goes on without it. */
  cancelCall(callId: string): Promise<void>;
  newChat(): Promise<void>;
  /** Begins to change a prompt, which the settings then have; nothing is cut before it is sent again. */
  editPrompt(messageId: string): Promise<void>;
  /** Leaves everything as it is. */
  cancelEdit(): Promise<void>;
  /** Says the prompt that is being changed anew; what followed the earlier one is cut, and stays as a chat of its own. */
  sendEdited(text: string, restoresFiles: boolean): Promise<void>;
  /** Shows the chat that a changed prompt has cut. */
  showReplaced(messageId: string): Promise<void>;
  /** Goes on in a new chat from before a prompt, whose text comes back likewise; the chat so far stays as it is. */
  fork(messageId: string): Promise<void>;
  /** Asks for messages before the one of that id, the first that the panel has. They come in an `earlier` event. */
  showEarlier(messageId: string): Promise<void>;
  decide(callId: string, verdict: Verdict): Promise<void>;
  /** Answers all questions about edits of the chat. */
  decideEdits(decision: Verdict['decision']): Promise<void>;
  /** Keeps or undoes what the agent has changed: all of it, or what is in one file. */
  decideChanges(choice: 'keep' | 'undo', file: string | null): Promise<void>;
  /** Shows all that the agent has changed in one diff. */
  reviewChanges(): Promise<void>;
  takeChangesBack(): Promise<void>;
  /** Sends the comments on changes as one prompt. */
  sendReview(): Promise<void>;
  /** Gives a line to a command that waits for one; null closes its input. Rejects if the command no longer waits. */
  writeInput(callId: string, line: string | null): Promise<void>;
  openDiff(callId: string): Promise<void>;
  /** Opens a file of the workspace by the path that is shown; the line is 1-based. */
  openFile(path: string, line: number | null): Promise<void>;
  /** Opens an http(s) or mailto address after the person has seen all of it. */
  openLink(address: string): Promise<void>;
  attach(): Promise<void>;
  /** Attaches an image that was pasted; `data` is base64. Refused where it is of another kind, or too large. */
  attachImage(mimeType: string, data: string): Promise<void>;
  detach(attachmentId: string): Promise<void>;
  setModel(model: string): Promise<void>;
  /** Asks for the name of a model that is not in the list. */
  pickModel(): Promise<void>;
  setMode(mode: ApprovalMode): Promise<void>;
  showHistory(): Promise<void>;
  startDemo(): Promise<void>;
  act(action: NoticeAction): Promise<void>;
  /** Copies plain text; the webview's own clipboard is not available in every host. */
  copy(text: string): Promise<void>;
  /**
   * Asks what could stand for what is typed, without its `/` or `@`; it comes in a `completions` event, and another one
   * takes its place where more becomes known. A later question makes an earlier one void.
   */
  complete(request: number, kind: CompletionKind, typed: string): Promise<void>;
  /** Asks what a text mentions; it comes in a `mentioned` event. */
  weigh(text: string): Promise<void>;
  /** Keeps what is typed but not sent, so that it survives a reload. */
  saveDraft(text: string): Promise<void>;
  /** The same, for the form of a question. */
  saveAnswers(callId: string, texts: readonly string[]): Promise<void>;
  /** The panel got or lost the focus. */
  focusChanged(hasFocus: boolean): Promise<void>;
  /** The view met an error of its own; it goes to the log. */
  report(message: string): Promise<void>;
}

/** What the host tells the panel, in one ordered stream. */
export type ChatEvent =
  | AgentEvent
  /** The whole state, after `ready` or a change of session. Everything before it is void. */
  | {
      readonly type: 'state';
      readonly state: ChatState;
      readonly settings: ViewSettings;
      readonly draft: string;
      readonly answers?: TypedAnswers;
      /** True: what is typed has gone to another surface, with the chat that was here. */
      readonly isMoved?: boolean;
      /** Present where the state has only the newest messages. */
      readonly earlier?: EarlierMessages;
    }
  /** Messages that come before the one called `before`; without it: where the panel has none left. */
  | {
      readonly type: 'earlier';
      readonly messages: readonly Message[];
      /** Those that work, or worked, on calls of these messages. */
      readonly agents?: ChatState['agents'];
      readonly before?: string;
      readonly earlier?: EarlierMessages;
    }
  | { readonly type: 'settings'; readonly settings: ViewSettings }
  /** In answer to `complete`. */
  | { readonly type: 'completions'; readonly request: number; readonly items: readonly Completion[] }
  /** In answer to `weigh`. */
  | { readonly type: 'mentioned'; readonly mentions: readonly MentionView[] }
  /** Give the focus back to what in the panel had it last: what took it away is gone. */
  | { readonly type: 'focus' }
  /** Put the caret into the message box; or `text`, which takes no focus from outside of the panel. */
  | { readonly type: 'compose'; readonly text?: string };

/** Host to view. Events are batched: at most one message a frame. */
export type ToView = { readonly events: readonly ChatEvent[] } | { readonly reply: number; readonly error?: string };

/** What the page of a tab remembers through a reload of the window. `isNew`: the chat has no prompt yet. */
export interface TabState {
  readonly chat: string;
  readonly isNew: boolean;
}

/** View to host. */
export interface ToHost {
  readonly call: number;
  /** The chat that the panel showed; empty before it has heard of one. */
  readonly chat: string;
  readonly method: string;
  readonly args: readonly unknown[];
}
