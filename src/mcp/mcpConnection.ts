// What Pollux needs of an MCP server, in its own words: whatever speaks the protocol stands behind this.
import type { UtilityModel } from '../agent/ports/utilityModel';
import type { AskUser } from '../agent/tool';
import type { ServerConfig } from './serverConfig';

/** A tool as its server describes it: all of it is input that nobody has checked. */
export interface ServerTool {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly inputSchema: unknown;
  readonly outputSchema?: unknown;
  /** Hints, such as `readOnlyHint`. */
  readonly annotations?: Readonly<Record<string, unknown>>;
}

export interface ServerPrompt {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly arguments: readonly { readonly name: string; readonly description?: string; readonly isRequired: boolean }[];
}

export interface ServerResource {
  readonly uri: string;
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly mimeType?: string;
}

/** `uriTemplate` is one of RFC 6570. */
export interface ServerResourceTemplate extends Omit<ServerResource, 'uri'> {
  readonly uriTemplate: string;
}

/** A piece of what a server says. `data` is base64. */
export type ServerContent =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'image' | 'audio'; readonly mimeType: string; readonly data: string }
  | ({ readonly kind: 'resource' } & ResourceContents)
  | { readonly kind: 'link'; readonly uri: string; readonly name: string; readonly description?: string };

export interface ResourceContents {
  readonly uri: string;
  readonly mimeType?: string;
  readonly text?: string;
  /** Base64. */
  readonly data?: string;
}

export interface ServerResult {
  readonly content: readonly ServerContent[];
  /** Checked against the tool's schema, unless `mismatch` says why it is not as that wants it. */
  readonly structured?: Readonly<Record<string, unknown>>;
  readonly mismatch?: string;
  readonly isError: boolean;
}

export interface PromptMessage {
  readonly role: 'user' | 'assistant';
  readonly content: ServerContent;
}

export interface Progress {
  readonly progress: number;
  readonly total?: number;
  readonly message?: string;
}

export interface CallOptions {
  readonly signal: AbortSignal;
  /** How long without progress; absent: as the server's row says. */
  readonly timeoutMs?: number;
  readonly onProgress?: (progress: Progress) => void;
  /** Who the server may turn to while it works on the call. */
  readonly caller?: Caller;
}

/** The chat that a call is of. */
export interface Caller {
  /** Absent: nobody can be asked there. Rejected when the call ends. */
  readonly ask?: AskUser;
  readonly model: UtilityModel;
  /** The same for all calls of a chat. */
  readonly chat: object;
  readonly signal: AbortSignal;
}

/** What is asked of the user by a server. `schema`: flat JSON Schema of a form. */
export type Elicitation =
  | { readonly kind: 'form'; readonly message: string; readonly schema: Readonly<Record<string, unknown>> }
  | { readonly kind: 'url'; readonly message: string; readonly url: string; readonly id: string };

export type ElicitationAnswer =
  | { readonly action: 'accept'; readonly content?: Readonly<Record<string, string | number | boolean | string[]>> }
  | { readonly action: 'decline' | 'cancel' };

/** A question to a model that a server wants to be asked for it. */
export interface SamplingRequest {
  readonly messages: readonly PromptMessage[];
  readonly systemPrompt?: string;
  readonly maxTokens: number;
}

/** What a server may ask of us. What is absent is not offered to it. */
export interface ServerRequests {
  readonly roots: () => readonly { readonly uri: string; readonly name: string }[];
  readonly elicit?: (
    server: string,
    request: Elicitation,
    signal: AbortSignal,
    caller?: Caller,
  ) => Promise<ElicitationAnswer>;
  /** Whether the user lets it ask the model; absent: no server may. */
  readonly maySample?: (server: string) => boolean;
  /** Rejects where it is not allowed. */
  readonly sample?: (
    server: string,
    request: SamplingRequest,
    signal: AbortSignal,
    caller?: Caller,
  ) => Promise<SamplingAnswer>;
}

/** `isCut`: the model had more to say than the server wants. */
export interface SamplingAnswer {
  readonly text: string;
  readonly model: string;
  readonly isCut: boolean;
}

/** What a server tells without being asked. */
export interface ServerEvents {
  readonly onListChanged: (what: 'tools' | 'prompts' | 'resources') => void;
  readonly onResourceUpdated: (uri: string) => void;
  readonly onLog: (level: string, text: string) => void;
  /** It is gone, for this reason; never after `close`. */
  readonly onClose: (reason: string) => void;
}

/** One connection to one server, from its handshake to its end. */
export interface McpConnection {
  readonly server: { readonly name: string; readonly version: string; readonly title?: string };
  /** How the server wants to be used: untrusted text. */
  readonly instructions?: string;
  readonly has: {
    readonly tools: boolean;
    readonly prompts: boolean;
    readonly resources: boolean;
    readonly completions: boolean;
  };
  /** All pages. Rejects with `McpFailure`, as all of this does. */
  tools(): Promise<readonly ServerTool[]>;
  prompts(): Promise<readonly ServerPrompt[]>;
  resources(): Promise<readonly ServerResource[]>;
  resourceTemplates(): Promise<readonly ServerResourceTemplate[]>;
  callTool(name: string, args: Readonly<Record<string, unknown>>, options: CallOptions): Promise<ServerResult>;
  getPrompt(
    name: string,
    args: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ): Promise<{ readonly description?: string; readonly messages: readonly PromptMessage[] }>;
  readResource(uri: string, signal: AbortSignal): Promise<readonly ResourceContents[]>;
  /** False: it tells nobody of changes. */
  subscribe(uri: string): Promise<boolean>;
  unsubscribe(uri: string): Promise<void>;
  complete(
    of: { readonly prompt: string } | { readonly template: string },
    argument: { readonly name: string; readonly value: string },
    signal: AbortSignal,
    /** The other arguments, as far as they are known. */
    given?: Readonly<Record<string, string>>,
  ): Promise<readonly string[]>;
  rootsChanged(): void;
  /** How much it is to log from now on; nothing happens where it has no levels. */
  setLogLevel(level: string): Promise<void>;
  /** The end of what a program has said besides its messages; empty for what is elsewhere. */
  said(): string;
  /** Resolves when nothing of it is left: its processes have ended, its requests are rejected. */
  close(): Promise<void>;
}

/** What a transport is opened with, besides its row. */
export interface ConnectOptions {
  readonly signal: AbortSignal;
  readonly events: ServerEvents;
  readonly requests: ServerRequests;
}

/** Opens a connection; rejects with `McpFailure`. Nothing is left behind then. */
export type Connect = (config: ServerConfig, options: ConnectOptions) => Promise<McpConnection>;

export type McpFailureKind =
  /** The server's program could not be started, or its address not reached. */
  | 'unreachable'
  /** It wants a sign-in. */
  | 'signIn'
  /** It took too long. */
  | 'timeout'
  /** It ended, or the connection to it. */
  | 'closed'
  /** It answered with an error, or with what the protocol does not know. */
  | 'protocol'
  | 'cancelled';

/** Why something with a server failed, in one sentence for people and the model. */
export class McpFailure extends Error {
  override readonly name = 'McpFailure';

  constructor(
    readonly kind: McpFailureKind,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
