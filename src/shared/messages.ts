// The one vocabulary of a conversation: history, session file and transcript are the same list of messages.

/** A tool the model wants run; `id` is unique within the session. */
export interface ToolCall {
  readonly id: string;
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
}

/**
 * `signature` is the API's opaque thought signature. A signed part goes back to the API exactly as it came:
 * same part, same place, never merged with a neighbour.
 */
export interface TextPart {
  readonly type: 'text';
  readonly text: string;
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
 * An image, or any other inline data the model can look at; `data` is base64. `isMentioned`: it came of what the text of the
 * prompt mentions, and comes again with that.
 */
export interface ImagePart {
  readonly type: 'image';
  readonly mimeType: string;
  readonly data: string;
  readonly isMentioned?: true;
}

/** Where text comes from that is not one file. */
export type AttachedSource =
  'folder' | 'command' | 'problems' | 'terminal' | 'changes' | 'symbol' | 'page' | 'resource' | 'agent';

/**
 * Text from the workspace that the user attached; lines are 1-based and inclusive, absent for a whole file. With a `source`
 * the path is what people call it. `isMentioned`: as of an image.
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

/** A part of a kind this version does not know; kept so that it can be returned as it was received. */
export interface OpaquePart {
  readonly type: 'opaque';
  readonly raw: unknown;
}

export type Part = TextPart | ThoughtPart | ToolCallPart | ImagePart | FilePart | OpaquePart;

/**
 * Token counts of one request as the API reports them; `input` includes `cached`. `cost` is the estimated price in US
 * dollars, absent where it is not known; in a sum, that of the part whose price is known.
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

/** What a person sees of a result, in place of the text that the model gets. */
export type ToolDisplay =
  | { readonly type: 'text'; readonly text: string }
  | ({ readonly type: 'edit' } & EditedFile)
  | { readonly type: 'edits'; readonly edits: readonly EditedFile[] }
  | { readonly type: 'command'; readonly exitCode: number | null; readonly output: string }
  | { readonly type: 'todos'; readonly todos: readonly Todo[] };

/** A file that was changed, with its counts of lines. */
export interface EditedFile {
  readonly path: string;
  readonly added: number;
  readonly removed: number;
}

/** A step that the model has set itself. */
export interface Todo {
  readonly text: string;
  readonly status: 'pending' | 'in_progress' | 'completed' | 'cancelled' | 'blocked';
}

/** What a tool is about, as far as a picture says it. `edit`: it changes files. */
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

/** How a call is shown in one line. */
export interface CallLabel {
  readonly title: string;
  readonly icon?: ToolIcon;
}

/**
 * The answer to one call: `content` is for the model; `title`, `icon`, `display` and `error` (one sentence) are for people.
 * `errorType` is set unless it succeeded; `stop_execution` also where a hook ended the run after a call that did.
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
  /** It holds for all that follows, such as the answers of the user: it is not shortened to save space. */
  readonly isLasting?: true;
  /** The fact that was stored for all later chats. */
  readonly remembered?: string;
  /** The user has yet to decide: the model went on, and hears later what became of it. */
  readonly isProvisional?: true;
}

interface MessageBase {
  readonly id: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/**
 * `isContext` marks what Pollux itself tells the model about the environment; it is not part of the transcript.
 * `replaces`: the session in which the conversation stays that an earlier form of this prompt led to.
 */
export interface UserMessage extends MessageBase {
  readonly role: 'user';
  readonly parts: readonly Part[];
  readonly isContext?: boolean;
  readonly replaces?: string;
}

/**
 * How an answer ended: `stop` is the ordinary way; `interrupted` means the person stopped it, or the editor was closed;
 * every other end is followed by a notice that says more.
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

/** What a person can do about a notice; `ChatHost.act` carries it out. */
export type NoticeAction =
  | 'setApiKey'
  | 'signIn'
  | 'retry'
  | 'continue'
  | 'selectModel'
  | 'changeBudget'
  | 'showLog'
  | 'newChat'
  | 'restoreOriginal';

/**
 * Something Pollux tells the person, in its place in the transcript; never sent to the model. `format`: what the text is,
 * where it is not plain. `answers`: the command that it answers, as the user typed it.
 */
export interface NoticeMessage extends MessageBase {
  readonly role: 'notice';
  readonly level: 'info' | 'warning' | 'error';
  readonly text: string;
  readonly format?: 'markdown';
  readonly answers?: string;
  readonly detail?: string;
  readonly actions?: readonly NoticeAction[];
}

export type Message = UserMessage | AssistantMessage | ToolMessage | NoticeMessage;

/** The calls of an answer, in order. */
export function toolCallsOf(message: AssistantMessage): ToolCall[] {
  return message.parts.flatMap(part => (part.type === 'toolCall' ? [part.call] : []));
}
