// The roles that the agent needs filled. Each has its real adapters, one in-memory fake, and one contract suite
// (`test/contract`) that all of them pass. They speak strings, bytes and AbortSignal, never an editor's types.
import type { AgentEvent } from '../shared/events';
import type { AnswerEnd, Message, Part, Usage } from '../shared/messages';
import type { Approved, CommandProposal, EditProposal } from '../shared/proposals';
import type { JsonSchema, ToolDeclaration } from './tool';

// ---- the model

/** A tool of the service's own. */
export type ServiceTool = 'googleSearch' | 'urlContext';

export interface ModelRequest {
  readonly model: string;
  readonly system: string;
  readonly messages: readonly Message[];
  readonly tools: readonly ToolDeclaration[];
  /** Ask for JSON of this shape instead of prose. */
  readonly responseSchema?: JsonSchema;
  readonly serviceTools?: readonly ServiceTool[];
  /** Without it, the settings of the conversation. */
  readonly generation?: GenerationSettings;
}

/** How an answer is made; what is absent is the service's own choice. */
export interface GenerationSettings {
  readonly temperature?: number;
  readonly topP?: number;
  readonly maxOutputTokens?: number;
  /** How much the model thinks before it answers. */
  readonly thinking?: 'low' | 'high';
}

/** What the jobs besides the conversation are; each may have a model and settings of its own. */
export type UtilityJob =
  'editFixer' | 'webFetch' | 'webSearch' | 'summary' | 'nextSpeaker' | 'loopCheck' | 'classifier';

export interface UtilityRequest {
  readonly job: UtilityJob;
  readonly system: string;
  readonly prompt: string;
  readonly responseSchema?: JsonSchema;
  readonly serviceTools?: readonly ServiceTool[];
}

/** `text` is JSON where a schema was given, though not proven to be of its shape. */
export type UtilityReply =
  | { readonly ok: true; readonly text: string; readonly grounding?: Grounding }
  | { readonly ok: false; readonly failure: ModelFailure };

/** A model for one-off questions. Nothing here throws or rejects: failure is a value. */
export interface UtilityModel {
  ask(request: UtilityRequest, signal: AbortSignal): Promise<UtilityReply>;
}

/** Where an answer comes from. `end` is an offset in UTF-8 bytes of the answer's text, `sources` index the list. */
export interface Grounding {
  readonly sources: readonly { readonly title: string; readonly uri: string }[];
  readonly supports: readonly { readonly end: number; readonly sources: readonly number[] }[];
  /** What the service fetched itself, with its word for the outcome. */
  readonly fetched: readonly { readonly url: string; readonly status: string }[];
}

export type ModelFailureKind =
  /** The key or the sign-in is missing or refused. */
  | 'auth'
  /** Allowed in, but not allowed to do this. */
  | 'forbidden'
  /** The model does not exist, or not for this account. */
  | 'notFound'
  /** A quota is used up; waiting a moment won't help. */
  | 'quota'
  /** Too many requests; waiting helps. */
  | 'rateLimit'
  /** The service is busy or has failed. */
  | 'overloaded'
  /** The request itself is wrong. */
  | 'badRequest'
  /** The conversation is longer than the model can take. */
  | 'tooLong'
  /** The prompt was refused. */
  | 'blocked'
  /** The service can't be reached, or the connection broke. */
  | 'network'
  /** The service accepted the request and then said nothing more. */
  | 'silent'
  /** The answer was empty or broken. */
  | 'badStream'
  | 'cancelled'
  | 'other';

/** Why the model could not answer. `message` is one localised sentence for people; `detail` is the service's own text. */
export interface ModelFailure {
  readonly kind: ModelFailureKind;
  readonly message: string;
  readonly detail?: string;
  readonly status?: number;
  /** How long the service asks to wait. */
  readonly retryAfterMs?: number;
}

/** What a stream yields, ending in exactly one `finished` or `failed`. After `retry` the answer begins anew. */
export type ModelEvent =
  | { readonly type: 'part'; readonly part: Part }
  | { readonly type: 'usage'; readonly usage: Usage }
  | {
      readonly type: 'retry';
      readonly attempt: number;
      readonly maxAttempts: number;
      readonly delayMs: number;
      readonly failure: ModelFailure;
    }
  | { readonly type: 'finished'; readonly end: AnswerEnd; readonly detail?: string }
  | { readonly type: 'failed'; readonly failure: ModelFailure };

export type ModelReply =
  | { readonly ok: true; readonly parts: readonly Part[]; readonly usage?: Usage; readonly grounding?: Grounding }
  | { readonly ok: false; readonly failure: ModelFailure };

/** A model behind some API. Nothing here throws or rejects: failure is a value. */
export interface ContentGenerator {
  stream(request: ModelRequest, signal: AbortSignal): AsyncIterable<ModelEvent>;
  generate(request: ModelRequest, signal: AbortSignal): Promise<ModelReply>;
  countTokens(request: ModelRequest, signal: AbortSignal): Promise<{ tokens: number } | { failure: ModelFailure }>;
  embed(
    texts: readonly string[],
    model: string,
    signal: AbortSignal,
  ): Promise<{ vectors: readonly (readonly number[])[] } | { failure: ModelFailure }>;
}

// ---- the workspace

/** `path` is absolute and free of symbolic links. */
export interface WorkspaceFolder {
  readonly name: string;
  readonly path: string;
}

declare const contained: unique symbol;

/** A path inside a workspace folder after resolving symbolic links. Only `Workspace.resolve` makes one. */
export interface WorkspacePath {
  readonly [contained]: true;
  /** Absolute and resolved: what operations use. */
  readonly absolute: string;
  /** POSIX path below its folder; empty for the folder itself. */
  readonly relative: string;
  /** As people and the model read it: `relative`, with the folder's name in front where there are several folders. */
  readonly display: string;
  readonly folder: WorkspaceFolder;
}

export interface FileStat {
  readonly type: 'file' | 'directory' | 'other';
  readonly size: number;
  /** Milliseconds since the epoch. */
  readonly modifiedAt: number;
}

/** `text` keeps its line endings and is without byte-order mark. `isUnsaved`: it comes from an editor, not the disk. */
export interface FileText {
  readonly text: string;
  readonly encoding: string;
  readonly isUnsaved: boolean;
}

export interface DirectoryEntry {
  readonly name: string;
  readonly type: 'file' | 'directory' | 'other';
  readonly size: number;
}

export interface FindRequest {
  readonly base: WorkspacePath;
  /** Glob relative to `base`. */
  readonly pattern: string;
  readonly isCaseSensitive: boolean;
  readonly respectGitIgnore: boolean;
  readonly respectGeminiIgnore: boolean;
}

export interface SearchRequest {
  readonly base: WorkspacePath;
  /** Regular expression, or plain text with `isLiteral`. */
  readonly pattern: string;
  readonly isLiteral: boolean;
  readonly isCaseSensitive: boolean;
  /** Globs of files to search, or to leave out. */
  readonly include?: string;
  readonly exclude?: string;
  readonly respectIgnore: boolean;
  readonly maxMatches: number;
  readonly maxMatchesPerFile?: number;
  readonly before: number;
  readonly after: number;
}

/** `line` is 1-based; `isMatch` false for a line of context. */
export interface SearchLine {
  readonly line: number;
  readonly text: string;
  readonly isMatch: boolean;
}

export interface SearchFile {
  /** POSIX path below the request's base. */
  readonly path: string;
  readonly lines: readonly SearchLine[];
}

export interface SearchResult {
  readonly files: readonly SearchFile[];
  readonly matches: number;
  /** True if `maxMatches` cut the search. */
  readonly isCut: boolean;
}

/**
 * The user's files, read only. Reads see unsaved editors. Every path goes through `resolve`, the one place where paths
 * are made absolute, freed of links and contained.
 */
export interface Workspace {
  folders(): readonly WorkspaceFolder[];
  /**
   * Takes an absolute path, or one relative to the (first) folder or beginning with a folder's name. The last segments
   * need not exist. Throws `ToolError` `path_not_in_workspace` for whatever leads outside every folder.
   */
  resolve(path: string): Promise<WorkspacePath>;
  /** Null if there is nothing. */
  stat(path: WorkspacePath): Promise<FileStat | null>;
  /** Throws `ToolError` (`file_not_found`, `target_is_directory`, `file_too_large`, `read_content_failure`). */
  readText(path: WorkspacePath): Promise<FileText>;
  /** The first `limit` bytes on disk; throws like `readText`. */
  readBytes(path: WorkspacePath, limit: number): Promise<Uint8Array>;
  list(path: WorkspacePath): Promise<readonly DirectoryEntry[]>;
  /** Of POSIX paths below `base` (directories end in `/`), those that ignore files exclude. */
  ignored(
    base: WorkspacePath,
    paths: readonly string[],
    which: { readonly git: boolean; readonly gemini: boolean },
  ): Promise<ReadonlySet<string>>;
  /** Files below `base`, as POSIX paths relative to it with their times; `.git` and `node_modules` are left out. */
  find(
    request: FindRequest,
    signal: AbortSignal,
  ): Promise<{ readonly files: readonly { path: string; modifiedAt: number }[]; readonly ignored: number }>;
  /** Throws `ToolError` `grep_execution_error` with the reason for a bad pattern. */
  search(request: SearchRequest, signal: AbortSignal): Promise<SearchResult>;
}

/** Writes approved edits; the only way that a tool changes a file. */
export interface FileWriter {
  /**
   * Makes the file hold `edit.after`, keeping its encoding and byte-order mark; creates missing parent folders.
   * Throws `BaselineChanged`, and writes nothing, if the file no longer holds `edit.before`; throws `ToolError`
   * (`permission_denied`, `no_space_left`, `target_is_directory`, `file_write_failure`) if it can't be written.
   * `text`: what the file holds afterwards, which a formatter may have changed. `isSaved` false: the user's own unsaved
   * changes are in the same editor, so the edit is there too and not yet on disk.
   */
  write(edit: Approved<EditProposal>): Promise<{ readonly text: string; readonly isSaved: boolean }>;
}

// ---- commands

/** How a command ended. `output` is standard output and error interleaved, its middle cut if very long. */
export interface CommandResult {
  readonly output: string;
  /** Null if it was killed or never started. */
  readonly exitCode: number | null;
  readonly signal: string | null;
  /** Set if it could not be started. */
  readonly error?: string;
  /** Set if it was ended for being silent for too long. */
  readonly isTimedOut?: boolean;
  readonly processGroup?: number;
}

export interface Terminal {
  /** Runs a shell command; aborting kills it with all its children. Never rejects. */
  run(
    command: Approved<CommandProposal>,
    onOutput: (text: string) => void,
    signal: AbortSignal,
  ): Promise<CommandResult>;
}

/** A command that goes on in the background. */
export interface BackgroundProcess {
  readonly pid: number;
  readonly command: string;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  /** Absent while it runs. */
  readonly result?: CommandResult;
}

/** The commands of this session that run in the background; all of them end with it. */
export interface Processes {
  /** Starts a command; resolves once it has run for a moment, or has ended. Never rejects. */
  start(command: Approved<CommandProposal>): Promise<BackgroundProcess | { readonly error: string }>;
  list(): readonly BackgroundProcess[];
  /** Its last lines of output; null for a process that is none of ours. */
  read(pid: number, lines: number): string | null;
  /** Resolves when it has ended, `ms` have passed or the signal aborts; null for a process that is none of ours. */
  wait(pid: number, ms: number, signal: AbortSignal): Promise<BackgroundProcess | null>;
  /** Ends it with all its children; false for a process that is none of ours. */
  kill(pid: number): Promise<boolean>;
}

// ---- the web

export interface WebPage {
  /** After redirects. */
  readonly url: string;
  readonly mimeType: string;
  /** Readable text: Markdown for a page of HTML, the body for other text; empty for what is no text. */
  readonly text: string;
  /** For what is no text: the bytes. */
  readonly bytes?: Uint8Array;
  readonly isCut: boolean;
}

/** Fetches approved addresses, and only what is public unless a setting says otherwise. */
export interface Web {
  /**
   * The canonical form of an address, and whether it is public by its looks; nothing is asked of the network. Throws
   * `ToolError` `web_fetch_blocked_host` for one that will not be fetched.
   */
  check(url: string): { readonly url: string; readonly isPublic: boolean };
  /**
   * Throws `ToolError`: `web_fetch_blocked_host` for an address that is not public, also after a redirect or where a
   * name leads to one; `web_fetch_fallback_failed` with the reason for every other failure.
   */
  fetch(url: string, signal: AbortSignal): Promise<WebPage>;
}

// ---- review

/** A change under review: the person may edit it before they decide. */
export interface StagedChange {
  /** The text as the person has left it. */
  text(): string;
  /** Takes the change away, with whatever shows it. */
  close(): void;
}

/** Puts edits where the person can look at them; decides nothing. */
export interface ChangeReview {
  stage(callId: string, edit: EditProposal): StagedChange;
}

// ---- sessions

export interface SessionSummary {
  readonly id: string;
  /** As the person has called it, else the beginning of the first prompt. */
  readonly title: string;
  /** When it began and when it was last written to; milliseconds since the epoch. */
  readonly startedAt: number;
  readonly at: number;
  /** What it takes on the disk. */
  readonly bytes: number;
}

/** `spoilt`: how many lines could not be read, such as one that a crash cut. */
export interface StoredSession {
  readonly events: readonly AgentEvent[];
  readonly spoilt: number;
}

/** Keeps sessions as the events that made them, appended as they happen. One process at a time writes to a session. */
export interface SessionStore {
  /**
   * Returns at once; what is appended is written in order, and kept back while it can't be. A failure to write is
   * reported once, and again only after a success.
   */
  append(sessionId: string, events: readonly AgentEvent[]): void;
  /** Resolves when all that was appended has been written, or could not be. */
  flush(): Promise<void>;
  /** All that can be read of a session, oldest first; null if there is none of that name that this version can read. */
  load(sessionId: string): Promise<StoredSession | null>;
  /**
   * To be called before an earlier session is gone on with: false if another process writes to it. What was spoilt is
   * put aside, so that it is counted once.
   */
  claim(sessionId: string): Promise<boolean>;
  /** Leaves a session to others, once all that was appended has been written. */
  release(sessionId: string): Promise<void>;
  /** Newest first. */
  list(): Promise<readonly SessionSummary[]>;
  /** An empty title gives it back the beginning of its first prompt. */
  rename(sessionId: string, title: string): Promise<void>;
  /** Takes it from the disk; false if there is none of that name, or another process writes to it. */
  delete(sessionId: string): Promise<boolean>;
}

// ---- checkpoints

/** What a change is part of: the prompt of a session, and its own name as people read it. */
export interface ChangeOrigin {
  readonly sessionId: string;
  readonly messageId: string;
  readonly label: string;
}

/** The content of a file by its id, with its permissions. */
export interface FileState {
  readonly id: string;
  readonly mode: number;
}

/** What a change made of a file; null: there is none. `file` is absolute. */
export interface FileChange {
  readonly file: string;
  readonly before: FileState | null;
  readonly after: FileState | null;
}

/** A change that was recorded. `unkept`: files that it may have changed and that are too large, or closed to us. */
export interface Checkpoint extends ChangeOrigin {
  readonly id: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly changes: readonly FileChange[];
  readonly unkept: readonly { readonly file: string; readonly size: number }[];
}

/** `isTouched`: it is no longer as the last recorded change left it, so restoring it takes back somebody else's work. */
export interface RestoreStep {
  readonly file: string;
  readonly action: 'change' | 'create' | 'delete';
  readonly isTouched: boolean;
}

/** Keeps what files were before the agent changed them, in a place of its own. */
export interface Checkpoints {
  /**
   * Runs a change and records what it does to `files`, or to anything in the workspace (null). The change runs also
   * where nothing can be recorded, and at once when `signal` aborts.
   */
  record<T>(
    origin: ChangeOrigin,
    files: readonly string[] | null,
    change: () => Promise<T>,
    signal?: AbortSignal,
  ): Promise<T>;
  /** The changes of a session that changed any file, oldest first. */
  list(sessionId: string): Promise<readonly Checkpoint[]>;
  /** What has to be done so that all files are as they were before this change. Only names files that the agent changed. */
  preview(sessionId: string, checkpointId: string): Promise<readonly RestoreStep[]>;
  /** Carries out the steps for `files`, as a change of its own that can be taken back; gives those that failed. */
  restore(origin: ChangeOrigin, checkpointId: string, files: readonly string[]): Promise<readonly string[]>;
  /** Drops the checkpoints of a session. */
  forget(sessionId: string): Promise<void>;
}

// ---- the rest

/** Small JSON values by name, which outlive the host's process. */
export interface KeptValues {
  get(name: string): unknown;
  /** Kept for good when this returns. Undefined takes the value away. */
  set(name: string, value: unknown): void;
}

/** Errors and events for whoever looks into a problem; never secrets. */
export interface Log {
  info(message: string): void;
  warn(message: string): void;
  error(message: string, error?: unknown): void;
}
