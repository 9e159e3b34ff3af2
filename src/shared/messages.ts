// The one vocabulary of a conversation: history, session file and transcript are the same list of messages.

/** A tool call that the model requests; `id` is unique within the session. */
export interface ToolCall {
  readonly id: string;
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
}

/**
 * `signature` is the API's opaque thought signature. A signed part is sent back to the API exactly as it was
 * received: same content, same position, never merged with another part. `typed`: the command that the user typed, which
 * `text` is the expansion of; empty in all further parts of one expansion.
 */
export interface TextPart {
  readonly type: 'text';
  readonly text: string;
  readonly typed?: string;
  readonly signature?: string;
}

export interface ThoughtPart {
  readonly type: 'thought';
  readonly text: string;
  readonly signature?: string;
}

export interface ToolCallPart {
  readonly type: 'toolCall';
  readonly call: ToolCall;
  readonly signature?: string;
}

/**
 * An image, or any other inline data that the model can read; `data` is base64. `isMentioned`: it was attached
 * because the text of the prompt mentions it; sending that text again attaches it again.
 */
export interface ImagePart {
  readonly type: 'image';
  readonly mimeType: string;
  readonly data: string;
  readonly isMentioned?: true;
}

/** The source of attached text that is not a single file. */
export type AttachedSource =
  | 'folder'
  | 'command'
  | 'problems'
  | 'terminal'
  | 'changes'
  | 'symbol'
  | 'page'
  | 'resource'
  | 'skill'
  | 'agent';

/**
 * Text from the workspace that the user attached; lines are 1-based and inclusive, absent for a whole file. With a
 * `source`, `path` is the display name of that source. `isMentioned`: see `ImagePart`.
 */
export interface FilePart {
  readonly type: 'file';
  readonly path: string;
  readonly text: string;
  readonly startLine?: number;
  readonly endLine?: number;
  readonly source?: AttachedSource;
  readonly isMentioned?: true;
}

/** A part of a kind that this version doesn't know; stored so that it can be sent back as received. */
export interface OpaquePart {
  readonly type: 'opaque';
  readonly raw: unknown;
}

export type Part = TextPart | ThoughtPart | ToolCallPart | ImagePart | FilePart | OpaquePart;

/**
 * Token counts of one request as reported by the API; `input` includes `cached`. `cost` is the estimated price in US
 * dollars, absent if unknown; in a sum, it covers only the requests whose price is known.
 */
export interface Usage {
  readonly input: number;
  readonly output: number;
  readonly cached: number;
  readonly thoughts: number;
  readonly total: number;
  readonly cost?: number;
}

export type ToolResultStatus = 'success' | 'error' | 'rejected' | 'cancelled';

/** What the user sees of a result, instead of the model's text. */
export type ToolDisplay =
  | { readonly type: 'text'; readonly text: string }
  | ({ readonly type: 'edit'; readonly newProblems?: NewProblems } & EditedFile)
  | { readonly type: 'edits'; readonly edits: readonly EditedFile[]; readonly newProblems?: NewProblems }
  | { readonly type: 'command'; readonly exitCode: number | null; readonly output: string }
  | { readonly type: 'todos'; readonly todos: readonly Todo[] };

/** A changed file, with its counts of added and removed lines. */
export interface EditedFile {
  readonly path: string;
  readonly added: number;
  readonly removed: number;
}

/** The problems that a change caused in the code; `shown` are the most important of `total`. */
export interface NewProblems {
  readonly total: number;
  readonly shown: readonly ShownProblem[];
}

/** `path`: relative to the workspace folder, if it is in one. Lines are 1-based. */
export interface ShownProblem {
  readonly path: string;
  readonly line: number;
  readonly severity: 'error' | 'warning';
  readonly message: string;
}

/** A step of the model's own to-do list. */
export interface Todo {
  readonly text: string;
  readonly status: 'pending' | 'in_progress' | 'completed' | 'cancelled' | 'blocked';
}

/** The subject of a tool, as its icon shows it. `edit`: it changes files. */
export type ToolIcon =
  | 'agent'
  | 'comment'
  | 'edit'
  | 'file'
  | 'folder'
  | 'list'
  | 'memory'
  | 'question'
  | 'search'
  | 'skill'
  | 'terminal'
  | 'web';

/** How a call is shown on one line. */
export interface CallLabel {
  readonly title: string;
  readonly icon?: ToolIcon;
}

/**
 * The result of one call: `content` is for the model; `title`, `icon`, `display` and `error` (one sentence) for the
 * user. `errorType` is set unless the call succeeded, and to `stop_execution` also if a hook ended the run after a
 * success.
 */
export interface ToolResult extends CallLabel {
  readonly callId: string;
  readonly name: string;
  readonly status: ToolResultStatus;
  readonly content: string;
  readonly images?: readonly ImagePart[];
  readonly display?: ToolDisplay;
  readonly error?: string;
  readonly errorType?: string;
  readonly durationMs?: number;
  /** It stays relevant for the rest of the chat, like the user's answers, so it is never shortened to save space. */
  readonly isLasting?: true;
  /** The fact that was saved for all later chats. */
  readonly remembered?: string;
  /** The user has yet to decide; the model has continued and is told the outcome later. */
  readonly isProvisional?: true;
}

interface MessageBase {
  readonly id: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/**
 * `isContext` marks what Pollux itself tells the model about the environment; it is not part of the transcript.
 * `replaces`: the id of the session that preserves the conversation that followed an earlier version of this prompt.
 */
export interface UserMessage extends MessageBase {
  readonly role: 'user';
  readonly parts: readonly Part[];
  readonly isContext?: boolean;
  readonly replaces?: string;
}

/**
 * How an answer ended: `stop` is the normal end; `interrupted` means that the user stopped it or the editor was
 * closed; every other end is followed by a notice with details.
 */
export type AnswerEnd = 'stop' | 'maxTokens' | 'blocked' | 'interrupted' | 'failed';

/** `end` is absent while the answer is still streaming. */
export interface AssistantMessage extends MessageBase {
  readonly role: 'assistant';
  readonly model: string;
  readonly parts: readonly Part[];
  readonly end?: AnswerEnd;
  readonly usage?: Usage;
}

/** The results of all calls of the assistant message before it, in the order of the calls. */
export interface ToolMessage extends MessageBase {
  readonly role: 'tool';
  readonly results: readonly ToolResult[];
}

/** What the user can do about a notice; `ChatHost.act` carries it out. */
export type NoticeAction =
  | 'setApiKey'
  | 'signIn'
  | 'retry'
  | 'continue'
  | 'selectModel'
  | 'changeBudget'
  | 'showLog'
  | 'writeReport'
  | 'newChat'
  | 'restoreOriginal';

/**
 * A message from Pollux to the user, at its place in the transcript; never sent to the model. `format`: the format of
 * `text` if it isn't plain. `answers`: the slash command that it answers, as the user typed it.
 * `citations`: the sources listed in `text`, one per line.
 */
export interface NoticeMessage extends MessageBase {
  readonly role: 'notice';
  readonly level: 'info' | 'warning' | 'error';
  readonly text: string;
  readonly format?: 'markdown';
  readonly answers?: string;
  readonly detail?: string;
  readonly actions?: readonly NoticeAction[];
  readonly citations?: readonly string[];
}

export type Message = UserMessage | AssistantMessage | ToolMessage | NoticeMessage;

/** The calls of an answer, in order. */
export function toolCallsOf(message: AssistantMessage): ToolCall[] {
  return message.parts.flatMap(part => (part.type === 'toolCall' ? [part.call] : []));
}
