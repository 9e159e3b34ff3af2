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
  /** True for a name that the user added. */
  readonly isAdded?: boolean;
}

/** What takes up space in a request. `environment` is all that Pollux itself tells the model, including snapshots. */
export type ContextSource =
  | 'instructions'
  | 'tools'
  | 'environment'
  | 'prompts'
  | 'attachments'
  | 'answers'
  | 'results';

/** How full the model's context window is, in tokens; partly estimated. */
export interface ContextUse {
  readonly total: number;
  readonly limit: number;
  readonly sources: Readonly<Partial<Record<ContextSource, number>>>;
}

/** Everything the panel shows besides the conversation. Sent as a whole whenever any of it changes; it is small. */
export interface ViewSettings {
  /** How requests are authenticated; `none`: nothing is set up yet, and the panel asks for a key. */
  readonly signIn: 'key' | 'google' | 'environment' | 'gateway' | 'demo' | 'none';
  readonly model: string;
  readonly models: readonly ModelView[];
  readonly mode: ApprovalMode;
  readonly hasFolder: boolean;
  readonly isTrusted: boolean;
  readonly attachments: readonly AttachmentView[];
  /** The name that the user gave the chat, if any. */
  readonly name?: string;
  /** Absent while the conversation is empty. */
  readonly context?: ContextUse;
  /** The prompt being edited. `files`: what restoring them to their state before it would do. */
  readonly editing?: {
    readonly messageId: string;
    readonly text: string;
    /** The text with the changes so far, if any. */
    readonly changed?: string;
    readonly files: readonly { readonly path: string; readonly change: string; readonly isKept: boolean }[];
  };
  /** Changes by the agent that the user can still keep or undo; absent: none. */
  readonly changes?: ChangesView;
  /** Unsent comments on the chat's changes; absent: none. `isWaiting`: they will be sent when the current run ends. */
  readonly review?: { readonly comments: number; readonly isWaiting: boolean };
  /** True: the previous chat could not be reopened, and this is a new one. */
  readonly isMissing?: boolean;
  /** How many chats that no surface shows wait for approval; absent: none. They can be opened from History. */
  readonly waitingElsewhere?: number;
  /** A prompt that will be sent when the current run ends successfully; absent: none. */
  readonly queued?: string;
  /** A submitted prompt that isn't part of the conversation yet; absent: none, or submitted only a moment ago. */
  readonly outgoing?: OutgoingView;
  /** True: Enter inserts a line break and Ctrl/Cmd+Enter sends. */
  readonly sendWithModifier: boolean;
}

/** A submitted prompt that has not been sent yet. `isHeld`: it waits for the rules of the user's organization. */
export interface OutgoingView {
  readonly text: string;
  readonly isHeld?: true;
}

/** Applied changes of a chat. If there are many files, only some are listed, but decisions can be about all. */
export interface ChangesView {
  /** How many wait for the user. */
  readonly count: number;
  /** How many are kept, undone or marked as reviewed, of all since there was last nothing to decide. */
  readonly reviewed: number;
  readonly total: number;
  readonly files: number;
  /** `file` identifies it, `path` is for display. */
  readonly listed: readonly { readonly file: string; readonly path: string; readonly count: number }[];
  /** The last decision about all changes, or about those of one file, can be taken back. */
  readonly canTakeBack: boolean;
}

/** A completion that can replace the text being typed. */
export interface Completion {
  /** The text to insert, with its `/` or `@`. */
  readonly insert: string;
  readonly label: string;
  /** What may follow it, such as the arguments of a command. */
  readonly hint?: string;
  /** A description of one line. */
  readonly detail?: string;
  readonly kind: 'command' | 'argument' | 'file' | 'folder' | 'source';
  /** True: further typing narrows it down, as within a folder. */
  readonly isOpen?: boolean;
}

/** What is being completed: a command after `/`, a command's argument, or a mention after `@`. */
export type CompletionKind = 'command' | 'argument' | 'mention';

/** Something that the text in the message box mentions. `tokens`: its approximate size; absent: not known yet. */
export interface MentionView {
  readonly label: string;
  readonly tokens?: number;
}

/** The part of a long conversation that the panel lacks: `count` messages. `title` is the title of the whole. */
export interface EarlierMessages {
  readonly count: number;
  readonly title: string;
}

/** Input in forms that haven't been sent, by the id of the call that asks; only the panel interprets the texts. */
export type TypedAnswers = Readonly<Record<string, readonly string[]>>;

/** The requests of the panel to the extension host. Arguments come from a webview and are validated before use. */
export interface ChatHost {
  /** The view has loaded; the host answers with a `state` event in the ordered stream. */
  ready(): Promise<void>;
  /** Sends a prompt, after the current run if there is one, joined with a prompt that is already queued. */
  submit(text: string): Promise<void>;
  /** Sends the queued prompt after a run that did not end successfully. */
  sendQueued(): Promise<void>;
  /** Removes the queued prompt and returns it in a `compose` event. */
  takeBack(): Promise<void>;
  stop(): Promise<void>;
  /** Sends a request again immediately, instead of waiting any longer for the service. */
  retryNow(): Promise<void>;
  /** Cancels one call; the run continues without it. */
  cancelCall(callId: string): Promise<void>;
  newChat(): Promise<void>;
  /** Starts editing a prompt, which then appears in the settings; nothing is cut until it is sent again. */
  editPrompt(messageId: string): Promise<void>;
  /** Saves the changed text of the prompt that is being edited; empty: it has no changes. */
  saveEdit(text: string): Promise<void>;
  /** Stops editing a prompt and leaves everything unchanged. */
  cancelEdit(): Promise<void>;
  /** Sends the edited prompt; what followed its earlier version is cut, and preserved as a separate chat. */
  sendEdited(text: string, restoresFiles: boolean): Promise<void>;
  /** Shows the chat that preserves what an edited prompt has cut. */
  showReplaced(messageId: string): Promise<void>;
  /** Continues in a new chat from before a prompt, whose text returns in a `compose` event; this chat is unchanged. */
  fork(messageId: string): Promise<void>;
  /** Requests messages before the one with this id, the first that the panel has. They arrive in an `earlier` event. */
  showEarlier(messageId: string): Promise<void>;
  decide(callId: string, verdict: Verdict): Promise<void>;
  /** Decides all pending approvals of edits in the chat. */
  decideEdits(decision: Verdict['decision']): Promise<void>;
  /** Shows the proposed edits of the chat, each when the one before is decided on. */
  reviewEdits(): Promise<void>;
  /** Keeps or undoes the agent's changes: all of them (`file` null) or those in one file. */
  decideChanges(choice: 'keep' | 'undo', file: string | null): Promise<void>;
  /** Shows all changes of the agent in one diff. */
  reviewChanges(): Promise<void>;
  takeChangesBack(): Promise<void>;
  /** Sends the comments on changes as one prompt. */
  sendReview(): Promise<void>;
  /** Writes a line to a command that waits for input; null closes its input. Rejects if the command no longer waits. */
  writeInput(callId: string, line: string | null): Promise<void>;
  openDiff(callId: string): Promise<void>;
  /** Opens a workspace file by its display path; the line is 1-based. */
  openFile(path: string, line: number | null): Promise<void>;
  /** Opens an http(s) or mailto URL after the user has been shown all of it. */
  openLink(address: string): Promise<void>;
  attach(): Promise<void>;
  /** Attaches a pasted image; `data` is base64. Refused if the type is not supported or the image is too large. */
  attachImage(mimeType: string, data: string): Promise<void>;
  detach(attachmentId: string): Promise<void>;
  setModel(model: string): Promise<void>;
  /** Asks the user for the name of a model that isn't in the list. */
  pickModel(): Promise<void>;
  setMode(mode: ApprovalMode): Promise<void>;
  showHistory(): Promise<void>;
  startDemo(): Promise<void>;
  act(action: NoticeAction): Promise<void>;
  /** Copies plain text; the webview's own clipboard is not available in every host. */
  copy(text: string): Promise<void>;
  /** Inserts plain text at the cursor of the text editor that was used last, and moves the focus there. */
  insert(text: string): Promise<void>;
  /**
   * Requests completions for `typed`, which excludes its `/` or `@`. They arrive in a `completions` event, which may
   * be followed by another, more complete one. A later request supersedes an earlier one.
   */
  complete(request: number, kind: CompletionKind, typed: string): Promise<void>;
  /** Asks what a text mentions; the answer arrives in a `mentioned` event. */
  weigh(text: string): Promise<void>;
  /**
   * Saves unsent text, so that it survives a reload. `movedFrom`: the chat whose draft it was until now; null: it
   * stays the draft of the chat.
   */
  saveDraft(text: string, movedFrom: string | null): Promise<void>;
  /** Saves unsent input in the form of a call's request, so that it survives a reload. */
  saveAnswers(callId: string, texts: readonly string[]): Promise<void>;
  /** The panel gained or lost focus. */
  focusChanged(hasFocus: boolean): Promise<void>;
  /** Logs an error of the view itself. */
  report(message: string): Promise<void>;
}

/** The host's messages to the panel, in one ordered stream. */
export type ChatEvent =
  | AgentEvent
  /** The whole state, after `ready` or a change of session. It supersedes everything before it. */
  | {
      readonly type: 'state';
      readonly state: ChatState;
      readonly settings: ViewSettings;
      readonly draft: string;
      readonly answers?: TypedAnswers;
      /** True: the unsent text has moved to another surface, together with the chat that was here. */
      readonly isMoved?: boolean;
      /** Present if the state contains only the newest messages. */
      readonly earlier?: EarlierMessages;
    }
  /** Messages that precede the message with the id `before`; without `before`, if the panel has none left. */
  | {
      readonly type: 'earlier';
      readonly messages: readonly Message[];
      /** The subagents that work, or have worked, on calls of these messages. */
      readonly agents?: ChatState['agents'];
      readonly before?: string;
      readonly earlier?: EarlierMessages;
    }
  | { readonly type: 'settings'; readonly settings: ViewSettings }
  /** The answer to `complete`. */
  | { readonly type: 'completions'; readonly request: number; readonly items: readonly Completion[] }
  /** The answer to `weigh`. */
  | { readonly type: 'mentioned'; readonly mentions: readonly MentionView[] }
  /** Return focus to the element of the panel that had it last; whatever took it is gone. */
  | { readonly type: 'focus' }
  /** Put the caret in the message box, or put `text` there; `text` doesn't take focus from outside the panel. */
  | { readonly type: 'compose'; readonly text?: string };

/** Host to view. Events are batched: at most one message per frame. */
export type ToView = { readonly events: readonly ChatEvent[] } | { readonly reply: number; readonly error?: string };

/**
 * Where the user reads: a turn's id, the indices of the nested elements that lead to the topmost visible one, and by
 * how many pixels that one is scrolled out of view.
 */
export interface ReadingPlace {
  readonly turn: string;
  readonly path: readonly number[];
  readonly offset: number;
}

/** What a page remembers when the window is reloaded. `isNew`: the chat has no prompt yet. */
export interface TabState {
  readonly chat: string;
  readonly isNew: boolean;
  /** Absent: at the end of the chat. */
  readonly place?: ReadingPlace;
  /** Text typed but perhaps not yet saved as the chat's draft. */
  readonly unsaved?: string;
  /** The changed text of a prompt that is being edited. */
  readonly edited?: string;
}

/** View to host. */
export interface ToHost {
  readonly call: number;
  /** The chat that the panel showed; empty before the first `state` event. */
  readonly chat: string;
  readonly method: string;
  readonly args: readonly unknown[];
}
