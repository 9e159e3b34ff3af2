import type { AnswerEnd, Message, Part, ToolDisplay, ToolIcon, ToolResult, Usage } from './messages';
import type { Approval, ProposalView, Verdict } from './proposals';

/** The states of a call; the last four are final. */
export type ToolCallState =
  | 'validating'
  | 'scheduled'
  | 'awaitingApproval'
  | 'executing'
  | 'success'
  | 'error'
  | 'rejected'
  | 'cancelled';

/** Who let a call run: the user, or what decided in their place; `rule` names the rule, with its file and line. */
export interface ApprovalSource {
  readonly by: 'user' | 'rule' | 'mode' | 'readOnly';
  readonly rule?: { readonly name: string; readonly file?: string; readonly line?: number };
  /** The hook that required the user's approval, and the hook that changed the arguments. */
  readonly askedBy?: string;
  readonly changedBy?: string;
}

/** What a running command waits for: a line of text, or one that must stay hidden, such as a password. */
export type AwaitedInput = 'text' | 'secret';

export type StopReason = 'done' | 'cancelled' | 'failed' | 'turnLimit' | 'loop' | 'budget' | 'hook';

/**
 * A reduced view of the history, which itself is unchanged. Ids are those of messages: all up to `through`, except
 * `prompt`, are replaced by the snapshot, and tool outputs are shortened up to `maskedThrough`.
 */
export interface Compacted {
  /** Facts that must not be forgotten, one line each, noted with each snapshot; never summarized again. */
  readonly notes?: readonly string[];
  readonly snapshot?: { readonly text: string; readonly through: string; readonly prompt?: string };
  readonly maskedThrough?: string;
}

/**
 * Everything that can happen in a session. The loop emits these events; the panel renders them, the session file
 * stores them, the headless command prints them and the golden tests compare them. Nothing translates them.
 */
export type AgentEvent =
  | { readonly type: 'run-started'; readonly at: number }
  /** A whole message was appended. An assistant message starts without parts; `delta` and `part` fill it. */
  | { readonly type: 'message'; readonly message: Message }
  /** More text of the streaming answer; extends its last part if that is unsigned text, otherwise starts a new one. */
  | { readonly type: 'delta'; readonly messageId: string; readonly text: string }
  /** A whole part of the streaming answer. */
  | { readonly type: 'part'; readonly messageId: string; readonly part: Part }
  | {
      readonly type: 'message-finished';
      readonly messageId: string;
      readonly end: AnswerEnd;
      /** Absent if the end wasn't observed, because the editor was closed. */
      readonly at?: number;
      readonly usage?: Usage;
      /** Present if `end` is `failed`. */
      readonly failure?: FailureSummary;
    }
  /** The answer so far is void; the request is sent again after `delayMs`. `usage`: the tokens of the void answer. */
  | {
      readonly type: 'retry';
      readonly messageId: string;
      readonly attempt: number;
      readonly maxAttempts: number;
      readonly delayMs: number;
      readonly at: number;
      readonly reason: string;
      /** The model that answers from here on, if it is a different one. */
      readonly model?: string;
      readonly usage?: Usage;
      /** The failure that `reason` describes. */
      readonly failure?: FailureSummary;
    }
  | {
      readonly type: 'tool-state';
      readonly callId: string;
      readonly state: ToolCallState;
      readonly at: number;
      readonly name?: string;
      readonly title?: string;
      readonly icon?: ToolIcon;
      readonly display?: ToolDisplay;
      /** One sentence for the user, with a final state other than success. */
      readonly error?: string;
      /** Who let it run; present with the state `executing`. */
      readonly approvalSource?: ApprovalSource;
    }
  /** The outcome of a call with a provisional result, for the user, in its place; the model is told separately. */
  | { readonly type: 'result-settled'; readonly result: ToolResult }
  /** More live output of a running call. */
  | { readonly type: 'tool-output'; readonly callId: string; readonly text: string }
  /** A running command waits for the user to type something; null: it no longer does. Transient, not stored. */
  | { readonly type: 'tool-input'; readonly callId: string; readonly awaited: AwaitedInput | null }
  | { readonly type: 'approval-requested'; readonly approval: Approval }
  /** The user has edited the proposal that awaits approval. Transient, not stored. */
  | { readonly type: 'approval-changed'; readonly callId: string; readonly proposal: ProposalView }
  | { readonly type: 'approval-settled'; readonly callId: string; readonly verdict: Verdict }
  /** The service has sent nothing for this long; null: it is no longer silent. Transient, not stored. */
  | { readonly type: 'silence'; readonly seconds: number | null }
  /** The conversation is being summarized. */
  | { readonly type: 'compressing' }
  /** From now on the model sees the history as described by `compacted`. `usage`: the tokens that summarizing took. */
  | { readonly type: 'compressed'; readonly compacted: Compacted; readonly usage?: Usage }
  /** From now on the model sees the whole history again. */
  | { readonly type: 'uncompressed'; readonly at: number }
  /** A model was asked something outside the conversation, for the job `job`, and asked again `repeats` times. */
  | {
      readonly type: 'asked';
      readonly job: string;
      readonly model: string;
      readonly usage: Usage;
      readonly repeats?: number;
    }
  /** The conversation was rewound: that message and all after it no longer count. */
  | { readonly type: 'rewound'; readonly messageId: string; readonly at: number }
  /** A call has started a subagent in a session of its own; its events arrive as `agent` events from now on. */
  | { readonly type: 'agent-started'; readonly callId: string; readonly agent: AgentName }
  /** An event of the session of the subagent that works on the call, if it is one that users see. */
  | { readonly type: 'agent'; readonly callId: string; readonly event: AgentEvent }
  | { readonly type: 'run-finished'; readonly reason: StopReason; readonly at: number };

/** Why a request failed, for programs: the kind of `ModelFailure` and the HTTP status. */
export interface FailureSummary {
  readonly kind: string;
  readonly status?: number;
}

/** An agent's name for the model, and its title for the user. */
export interface AgentName {
  readonly name: string;
  readonly title: string;
}

/** Receives events in the order in which they happen; must not throw. */
export type Emit = (event: AgentEvent) => void;
