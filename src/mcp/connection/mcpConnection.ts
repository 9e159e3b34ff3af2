// What Pollux needs of an MCP server, in its own terms, independent of what implements the protocol.
import type { UtilityModel } from '../../agent/ports/utilityModel';
import type { AskUser } from '../../agent/tool';
import type { ServerConfig } from '../config/serverConfig';

/** A tool as its server describes it: untrusted, unchecked input. */
export interface ServerTool {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly inputSchema: unknown;
  readonly outputSchema?: unknown;
  /** Hints, such as `readOnlyHint`. */
  readonly annotations?: Readonly<Record<string, unknown>>;
  /** The server runs it only as a task of the protocol, which can't be started from here. */
  readonly needsTask?: true;
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

/** `uriTemplate` is an RFC 6570 template. */
export interface ServerResourceTemplate extends Omit<ServerResource, 'uri'> {
  readonly uriTemplate: string;
}

/** A piece of a server's result. `data` is base64. */
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
  /** Validated against the tool's schema; if it doesn't match, `mismatch` says why. */
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
  /** The longest time without progress; by default, from the server's configuration. */
  readonly timeoutMs?: number;
  readonly onProgress?: (progress: Progress) => void;
  /** Whom the server may ask while it works on the call. */
  readonly caller?: Caller;
}

/** The chat that a call belongs to. */
export interface Caller {
  /** Absent if the user can't be asked there. Rejects when the call ends. */
  readonly ask?: AskUser;
  readonly model: UtilityModel;
  /** The same object for all calls of a chat. */
  readonly chat: object;
  readonly signal: AbortSignal;
}

/** A server's question to the user. `schema` is the form's flat JSON Schema. */
export type Elicitation =
  | { readonly kind: 'form'; readonly message: string; readonly schema: Readonly<Record<string, unknown>> }
  | { readonly kind: 'url'; readonly message: string; readonly url: string; readonly id: string };

export type ElicitationAnswer =
  | { readonly action: 'accept'; readonly content?: Readonly<Record<string, string | number | boolean | string[]>> }
  | { readonly action: 'decline' | 'cancel' };

/** A prompt that a server asks us to send to the model. */
export interface SamplingRequest {
  readonly messages: readonly PromptMessage[];
  readonly systemPrompt?: string;
  readonly maxTokens: number;
}

/** The requests that a server may make to us. Absent ones are not offered to it. */
export interface ServerRequests {
  readonly roots: () => readonly { readonly uri: string; readonly name: string }[];
  readonly elicit?: (
    server: string,
    request: Elicitation,
    signal: AbortSignal,
    caller?: Caller,
  ) => Promise<ElicitationAnswer>;
  /** Whether the user lets the server use the model; if absent, no server may. */
  readonly maySample?: (server: string) => boolean;
  /** Rejects if it is not allowed. */
  readonly sample?: (
    server: string,
    request: SamplingRequest,
    signal: AbortSignal,
    caller?: Caller,
  ) => Promise<SamplingAnswer>;
}

/** `isCut`: the answer was cut at the server's token limit. */
export interface SamplingAnswer {
  readonly text: string;
  readonly model: string;
  readonly isCut: boolean;
}

/** A server's notifications. */
export interface ServerEvents {
  readonly onListChanged: (what: 'tools' | 'prompts' | 'resources') => void;
  readonly onResourceUpdated: (uri: string) => void;
  readonly onLog: (level: string, text: string) => void;
  /** The connection ended, for this reason; never called after `close`. */
  readonly onClose: (reason: string) => void;
}

/** One connection to one server, from its handshake to its end. */
export interface McpConnection {
  readonly server: { readonly name: string; readonly version: string; readonly title?: string };
  /** The server's instructions for its use: untrusted text. */
  readonly instructions?: string;
  readonly has: {
    readonly tools: boolean;
    readonly prompts: boolean;
    readonly resources: boolean;
    readonly completions: boolean;
  };
  /** All pages. Rejects with `McpFailure`, like all methods here. */
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
  /** Resolves to false if the server doesn't report changes. */
  subscribe(uri: string): Promise<boolean>;
  unsubscribe(uri: string): Promise<void>;
  complete(
    of: { readonly prompt: string } | { readonly template: string },
    argument: { readonly name: string; readonly value: string },
    signal: AbortSignal,
    /** The other arguments that are already known. */
    given?: Readonly<Record<string, string>>,
  ): Promise<readonly string[]>;
  rootsChanged(): void;
  /** Sets the minimum level of its log messages; does nothing if it has no levels. */
  setLogLevel(level: string): Promise<void>;
  /** The end of what the server's program wrote besides messages; empty for a remote server. */
  said(): string;
  /** Resolves when nothing is left: its processes have ended, its requests are rejected. */
  close(): Promise<void>;
}

/** What a transport needs besides the server's configuration. */
export interface ConnectOptions {
  readonly signal: AbortSignal;
  readonly events: ServerEvents;
  readonly requests: ServerRequests;
}

/** Opens a connection. Rejects with `McpFailure`; nothing is left behind then. */
export type Connect = (config: ServerConfig, options: ConnectOptions) => Promise<McpConnection>;

export type McpFailureKind =
  /** The server's program could not be started, or its address could not be reached. */
  | 'unreachable'
  /** It requires a sign-in. */
  | 'signIn'
  /** It took too long. */
  | 'timeout'
  /** The server or the connection ended. */
  | 'closed'
  /** It answered with an error, or in a way that violates the protocol. */
  | 'protocol'
  | 'cancelled';

/** Why an operation with a server failed, in one sentence for the user and the model. */
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
