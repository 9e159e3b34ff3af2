// The roles that the agent needs filled. Each has its real adapters, one in-memory fake, and one contract suite
// (`test/contract`) that all of them pass. They speak strings, bytes and AbortSignal, never an editor's types.
import type { AgentEvent } from '../shared/events';
import type { AnswerEnd, Message, Part, Usage } from '../shared/messages';
import type { Problem } from '../shared/problems';
import type { Approved, CommandProposal, EditProposal, EditsProposal } from '../shared/proposals';
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
  | { readonly ok: true; readonly text: string; readonly grounding?: Grounding; readonly usage?: Usage }
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
  /** The account has to be verified first, at `link`. */
  | 'validation'
  /** The account was suspended. */
  | 'suspended'
  /** The model does not exist, or not for this account. */
  | 'notFound'
  /** A quota is used up; waiting a moment won't help. */
  | 'quota'
  /** Too many requests; waiting helps. */
  | 'rateLimit'
  /** This model has no room at present; another one may. */
  | 'capacity'
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
  /** Where the person can do something about it; an https address of Google's. */
  readonly link?: string;
  /** It would fail again in the same way, whatever its kind. */
  readonly isPermanent?: boolean;
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
      /** The model that is asked from here on, where it is another one. */
      readonly model?: string;
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

/** Access tokens of somebody who is signed in; refreshed as they expire. */
export interface AccessTokens {
  /** A token to send; with `refused`, another one than that. Throws `SignInError`. */
  get(refused?: string): Promise<string>;
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
  /** True for what Pollux itself keeps for the model to read; no tool may write there. */
  readonly isReadOnly: boolean;
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

/** Some lines of a file. */
export interface FileLines {
  /** Without their endings. A line longer than was asked for may be there in part, but still longer than that. */
  readonly lines: readonly string[];
  readonly encoding: string;
  readonly isUnsaved: boolean;
  /** How many lines the file has; null where its end was not seen. A newline at the end begins no further one. */
  readonly total: number | null;
  /** Whether a newline follows the last of `lines`. */
  readonly endsInNewline: boolean;
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
  /** The file that holds what the model is told to remember, the one that may lie outside of every folder; null if there is none. */
  memoryFile(): Promise<WorkspacePath | null>;
  /** Null if there is nothing. */
  stat(path: WorkspacePath): Promise<FileStat | null>;
  /** Throws `ToolError` (`file_not_found`, `target_is_directory`, `file_too_large`, `read_content_failure`). */
  readText(path: WorkspacePath): Promise<FileText>;
  /**
   * Lines `first` to `last` (1-based, inclusive), as far as there are so many, of a file of any size: never more of it
   * is held in memory. Throws like `readText`; `file_too_large` only for encodings that can't be read in parts.
   */
  readLines(
    path: WorkspacePath,
    range: { readonly first: number; readonly last: number; readonly maxLength: number },
    signal: AbortSignal,
  ): Promise<FileLines>;
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

/**
 * `text`: what the file holds after an edit, which a formatter may have changed. `isSaved` false: the user's own unsaved
 * changes are in the same editor, so the edit is there too and not yet on disk.
 */
export interface Written {
  readonly text: string;
  readonly isSaved: boolean;
}

/** Writes approved edits; the only way that a tool changes a file. */
export interface FileWriter {
  /**
   * Makes the file hold `edit.after`, keeping its encoding and byte-order mark; creates missing parent folders.
   * Throws `BaselineChanged`, and writes nothing, if the file no longer holds `edit.before`; throws `ToolError`
   * (`permission_denied`, `no_space_left`, `target_is_directory`, `file_write_failure`) if it can't be written.
   */
  write(edit: Approved<EditProposal>): Promise<Written>;
  /**
   * The same for several files, in their order: all of them or none. Throws `ToolError` `file_changed` where `write` would
   * throw `BaselineChanged`. What was written before a failure is taken back.
   */
  writeAll(edits: Approved<EditsProposal>): Promise<readonly Written[]>;
}

// ---- what the editor knows of code

/**
 * A place in code. `file` is absolute, or an address that is no file's. Lines and columns are 1-based, columns in UTF-16
 * units.
 */
export interface CodePlace {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

export interface CodeSymbol extends CodePlace {
  readonly name: string;
  /** In the editor's words, such as `function`. */
  readonly kind: string;
  /** What it is part of, where that is known. */
  readonly container?: string;
  /** How many symbols it lies in. */
  readonly depth: number;
}

/** What a file would hold; both texts are whole and keep the file's line endings. */
export interface CodeChange {
  readonly file: string;
  readonly before: string;
  readonly after: string;
}

export interface CodeAction {
  readonly title: string;
  /** Such as `quickfix` or `refactor.extract`; empty where the extension gives none. */
  readonly kind: string;
  readonly isPreferred: boolean;
  /** Why it can't be taken here. */
  readonly disabled?: string;
}

/**
 * What the editor's language extensions know. Nothing here changes a file, opens a tab or takes the focus. Files are
 * absolute paths that were resolved. Throws `ToolError`: `no_language_extension` where nobody answers for the language;
 * `language_feature_failed` with the extension's reason, and for a change that is more than new texts of files.
 */
export interface LanguageFeatures {
  /** Of all files that have been looked at. */
  problems(): readonly Problem[];
  /** Of one file, once the editor has settled on them. `isChecked` false: no extension has said anything about it. */
  problemsOf(
    file: string,
    signal: AbortSignal,
  ): Promise<{ readonly problems: readonly Problem[]; readonly isChecked: boolean }>;
  definitions(place: CodePlace, signal: AbortSignal): Promise<readonly CodePlace[]>;
  /** With the declaration. */
  references(place: CodePlace, signal: AbortSignal): Promise<readonly CodePlace[]>;
  /** In the order of the file, what contains before what is contained. */
  documentSymbols(file: string, signal: AbortSignal): Promise<readonly CodeSymbol[]>;
  workspaceSymbols(query: string, signal: AbortSignal): Promise<readonly CodeSymbol[]>;
  rename(place: CodePlace, newName: string, signal: AbortSignal): Promise<readonly CodeChange[]>;
  format(file: string, signal: AbortSignal): Promise<readonly CodeChange[]>;
  /** What can be done about a line. */
  actions(file: string, line: number, signal: AbortSignal): Promise<readonly CodeAction[]>;
  /** What the action of that title would change. */
  action(file: string, line: number, title: string, signal: AbortSignal): Promise<readonly CodeChange[]>;
  organizeImports(file: string, signal: AbortSignal): Promise<readonly CodeChange[]>;
}

/** Follows what the editor finds wrong while files change. */
export interface Diagnostics {
  /** Has the editor look at files that nobody has open, so that their problems are known before they change. */
  prepare(files: readonly string[]): void;
  /** Begins to follow; to be called right before these files (absolute, resolved) change, and ended. */
  watch(files: readonly string[]): DiagnosticsWatch;
}

export interface DiagnosticsWatch {
  /** Of all files, as they were known at the beginning. */
  readonly before: readonly Problem[];
  /** The watched files whose problems were known then; what is found in the others may be old. */
  readonly known: ReadonlySet<string>;
  /**
   * Resolves when the editor has settled on the files as they are now, when it has taken too long, or when `signal`
   * aborts. `unanswered` are those that a language extension should have looked at and said nothing about.
   */
  settled(
    signal: AbortSignal,
  ): Promise<{ readonly problems: readonly Problem[]; readonly unanswered: readonly string[] }>;
  end(): void;
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

/** Several changes that are decided as one. */
export interface StagedChanges extends Pick<StagedChange, 'close'> {
  /** The texts as the person has left them, in the order of the edits. */
  texts(): readonly string[];
}

/** Puts edits where the person can look at them; decides nothing. */
export interface ChangeReview {
  stage(callId: string, edit: EditProposal): StagedChange;
  stageAll(callId: string, edits: readonly EditProposal[]): StagedChanges;
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

/** Keeps outputs that are too long for the model, for as long as the session lasts. */
export interface OutputFiles {
  /** The absolute path of a file that holds `text` and that the workspace lets reads into. Rejects if it can't be kept. */
  save(name: string, text: string): Promise<string>;
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
