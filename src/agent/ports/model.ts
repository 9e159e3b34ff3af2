// This folder holds the roles that the agent needs filled. Each has its real adapters, one in-memory fake, and one
// contract suite (`test/contract`) that all of them pass. They use strings, bytes and AbortSignal, never an editor's
// types.
import type { AnswerEnd, Message, Part, Usage } from '../../shared/messages';
import type { JsonSchema, ToolDeclaration } from './toolDeclaration';

/** A tool that the service itself provides. */
export type ServiceTool = 'googleSearch' | 'urlContext';

export interface ModelRequest {
  readonly model: string;
  readonly system: string;
  readonly messages: readonly Message[];
  readonly tools: readonly ToolDeclaration[];
  /** Which of the tools the model may or must call. Absent: its own choice. */
  readonly toolChoice?: ToolChoice;
  /** Requests JSON of this shape instead of prose. */
  readonly responseSchema?: JsonSchema;
  readonly serviceTools?: readonly ServiceTool[];
  /** Absent: the settings of the conversation. */
  readonly generation?: GenerationSettings;
  readonly onSilence?: OnSilence;
  /** The same for all requests that result from one prompt. */
  readonly promptId?: string;
}

/** Called when the service has sent nothing for `seconds`, and with null when something arrives or the request ends. */
export type OnSilence = (silence: Silence | null) => void;

export interface Silence {
  readonly seconds: number;
  /** Cancels the request and immediately sends it again; this does not count as a failed attempt. */
  readonly retry: () => void;
}

/** `ANY`: the model must call a tool, one of `names` if there are any. */
export interface ToolChoice {
  readonly mode: 'AUTO' | 'ANY' | 'NONE';
  readonly names?: readonly string[];
}

export type ThinkingLevel = 'minimal' | 'low' | 'medium' | 'high';

/** How an answer is generated; absent fields are left to the service. */
export interface GenerationSettings {
  readonly temperature?: number;
  readonly topP?: number;
  readonly topK?: number;
  readonly maxOutputTokens?: number;
  /** How much the model thinks before answering: a level, or a number of tokens (0: not at all, -1: its own choice). */
  readonly thinking?: ThinkingLevel | number;
  /** Whether the model's thoughts are returned. */
  readonly includeThoughts?: boolean;
}

/** A published text that an answer repeats. */
export interface Citation {
  readonly uri: string;
  readonly title?: string;
}

/** The sources of an answer. `end` is a UTF-8 byte offset in the answer's text; `sources` in `supports` are indexes. */
export interface Grounding {
  readonly sources: readonly { readonly title: string; readonly uri: string }[];
  readonly supports: readonly { readonly end: number; readonly sources: readonly number[] }[];
  /** The addresses that the service fetched itself, with its word for the outcome. */
  readonly fetched: readonly { readonly url: string; readonly status: string }[];
}

export type ModelFailureKind =
  /** The key or the sign-in is missing or refused. */
  | 'auth'
  /** Authenticated, but not authorized to do this. */
  | 'forbidden'
  /** The account must first be verified, at `link`. */
  | 'validation'
  /** The account was suspended. */
  | 'suspended'
  /** The model does not exist, or not for this account. */
  | 'notFound'
  /** A quota is used up; waiting a moment does not help. */
  | 'quota'
  /** Too many requests; waiting helps. */
  | 'rateLimit'
  /** This model has no capacity at present; another one may. */
  | 'capacity'
  /** The service is busy or has failed. */
  | 'overloaded'
  /** The request itself is wrong. */
  | 'badRequest'
  /** The conversation is longer than the model accepts. */
  | 'tooLong'
  /** The prompt was refused. */
  | 'blocked'
  /** The service can't be reached, or the connection broke. */
  | 'network'
  /** The service accepted the request and then sent nothing more. */
  | 'silent'
  /** The answer was empty or malformed. */
  | 'badStream'
  /** No request was made: earlier spending can't be determined. */
  | 'ledger'
  /** No request was made: spending is limited, and the model's price is not known. */
  | 'unpriced'
  /** No request was made: it contains a secret, or its host isn't allowed. */
  | 'held'
  | 'cancelled'
  | 'other';

/** Why the model could not answer. `message` is one localised sentence for the user; `detail`: the service's text. */
export interface ModelFailure {
  readonly kind: ModelFailureKind;
  readonly message: string;
  readonly detail?: string;
  readonly status?: number;
  /** How long the service asks us to wait. */
  readonly retryAfterMs?: number;
  /** Where the user can do something about it; an https address of Google's. */
  readonly link?: string;
  /** It would fail again in the same way, whatever its kind. */
  readonly isPermanent?: boolean;
  /** The user did not want to wait and resends the request. */
  readonly isGivenUp?: boolean;
}

/**
 * The events of a stream, which ends with exactly one `finished` or `failed`. After `retry` the answer starts over;
 * `usage` covers the answer so far, including one that then fails.
 */
export type ModelEvent =
  | { readonly type: 'part'; readonly part: Part }
  | { readonly type: 'usage'; readonly usage: Usage }
  /** Published texts that the answer repeats. */
  | { readonly type: 'citations'; readonly citations: readonly Citation[] }
  | {
      readonly type: 'retry';
      readonly attempt: number;
      readonly maxAttempts: number;
      readonly delayMs: number;
      readonly failure: ModelFailure;
      /** The model that is used from here on, if it is a different one. */
      readonly model?: string;
    }
  | Finished
  | {
      readonly type: 'failed';
      readonly failure: ModelFailure;
      /** How the answer ends if the failure keeps recurring: an answer with a gap is better than none. */
      readonly otherwise?: Finished;
    };

export interface Finished {
  readonly type: 'finished';
  readonly end: AnswerEnd;
  /** If the service cut the answer, one sentence for the user; otherwise the service's own word for the end. */
  readonly detail?: string;
  /** Part of the answer couldn’t be read and is missing. */
  readonly isPartial?: boolean;
}

/** A model other than the requested one gave the final reply. */
export interface Replaced {
  readonly by: string;
  /** Why the requested one did not. */
  readonly failure: ModelFailure;
}

/** `usage` covers all requests that were made, including failed ones. */
export type ModelReply = { readonly usage?: Usage; readonly replaced?: Replaced } & (
  | { readonly ok: true; readonly parts: readonly Part[]; readonly grounding?: Grounding }
  | { readonly ok: false; readonly failure: ModelFailure }
);

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
