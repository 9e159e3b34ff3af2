// The folder holds the roles that the agent needs filled. Each has its real adapters, one in-memory fake, and one contract
// suite (`test/contract`) that all of them pass. They speak strings, bytes and AbortSignal, never an editor's types.
import type { AnswerEnd, Message, Part, Usage } from '../../shared/messages';
import type { JsonSchema, ToolDeclaration } from './toolDeclaration';

/** A tool of the service's own. */
export type ServiceTool = 'googleSearch' | 'urlContext';

export interface ModelRequest {
  readonly model: string;
  readonly system: string;
  readonly messages: readonly Message[];
  readonly tools: readonly ToolDeclaration[];
  /** Which of the tools the model may or must call; absent: as it sees fit. */
  readonly toolChoice?: ToolChoice;
  /** Ask for JSON of this shape instead of prose. */
  readonly responseSchema?: JsonSchema;
  readonly serviceTools?: readonly ServiceTool[];
  /** Without it, the settings of the conversation. */
  readonly generation?: GenerationSettings;
  readonly onSilence?: OnSilence;
  /** The same for all requests that one prompt leads to. */
  readonly promptId?: string;
}

/** Called when nothing has come from the service for `seconds`, and with null when something comes, or it is over. */
export type OnSilence = (silence: Silence | null) => void;

export interface Silence {
  readonly seconds: number;
  /** Cancels the request and sends it again at once; that counts as no failed attempt. */
  readonly retry: () => void;
}

/** `ANY`: it must call one, of `names` where there are any. */
export interface ToolChoice {
  readonly mode: 'AUTO' | 'ANY' | 'NONE';
  readonly names?: readonly string[];
}

export type ThinkingLevel = 'minimal' | 'low' | 'medium' | 'high';

/** How an answer is made; what is absent is the service's own choice. */
export interface GenerationSettings {
  readonly temperature?: number;
  readonly topP?: number;
  readonly topK?: number;
  readonly maxOutputTokens?: number;
  /** How much the model thinks before it answers: a level, or a number of tokens (0: not at all, -1: as it sees fit). */
  readonly thinking?: ThinkingLevel | number;
  /** Whether what it thinks is told. */
  readonly includeThoughts?: boolean;
}

/** A published text that an answer repeats. */
export interface Citation {
  readonly uri: string;
  readonly title?: string;
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
  /** The account must be verified first, at `link`. */
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
  /** Nothing was asked: what was spent before can't be told. */
  | 'ledger'
  /** Nothing was asked: money is limited, and what the model costs is not known. */
  | 'unpriced'
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
  /** The user did not want to wait and has the request sent again. */
  readonly isGivenUp?: boolean;
}

/**
 * What a stream yields, ending in exactly one `finished` or `failed`. After `retry` the answer begins anew; `usage` is that
 * of the answer so far, also of one that then fails.
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
      /** The model that is asked from here on, where it is another one. */
      readonly model?: string;
    }
  | Finished
  | {
      readonly type: 'failed';
      readonly failure: ModelFailure;
      /** How the answer may end if the failure comes again and again: better with a gap than not at all. */
      readonly otherwise?: Finished;
    };

export interface Finished {
  readonly type: 'finished';
  readonly end: AnswerEnd;
  /** One sentence for people where the service cut the answer, else its own word for the end. */
  readonly detail?: string;
  /** Part of the answer couldn’t be read and is missing. */
  readonly isPartial?: boolean;
}

/** Another model than the one that was asked for has the last word. */
export interface Replaced {
  readonly by: string;
  /** Why the one that was asked for has not. */
  readonly failure: ModelFailure;
}

/** `usage` is what all of its requests took, those that failed included. */
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
