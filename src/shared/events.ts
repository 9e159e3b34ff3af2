import type { AnswerEnd, Message, Part, ToolDisplay, ToolIcon, ToolResult, Usage } from './messages';
import type { Approval, ProposalView, Verdict } from './proposals';

/** The life of one call; the last four are ends. */
export type ToolCallState =
  'validating' | 'scheduled' | 'awaitingApproval' | 'executing' | 'success' | 'error' | 'rejected' | 'cancelled';

/** Who let a call run: the person, or what decided in their place; `rule` names the rule, with its file and line. */
export interface ApprovalSource {
  readonly by: 'person' | 'rule' | 'mode' | 'readOnly';
  readonly rule?: { readonly name: string; readonly file?: string; readonly line?: number };
  /** The hook that had the person asked, and the one that changed the arguments. */
  readonly askedBy?: string;
  readonly changedBy?: string;
}

/** What a running command waits for: a line, or one that nobody else may see, such as a password. */
export type AwaitedInput = 'text' | 'secret';

/** Why a run ended. */
export type StopReason = 'done' | 'cancelled' | 'failed' | 'turnLimit' | 'loop' | 'budget' | 'hook';

/**
 * How the model sees less than the whole history, which itself stays. Ids are those of messages; all of them up to
 * `through` are replaced by the snapshot, except for `prompt`, and outputs of tools are shortened up to `maskedThrough`.
 */
export interface Condensed {
  /** What must not be forgotten, one line each, as it was noted with each snapshot; never summed up again. */
  readonly notes?: readonly string[];
  readonly snapshot?: { readonly text: string; readonly through: string; readonly prompt?: string };
  readonly maskedThrough?: string;
}

/**
 * Everything that can happen in a session. The loop emits these; the panel renders them, the session file stores them,
 * the headless command prints them and the golden tests compare them. Nothing translates.
 */
export type AgentEvent =
  | { readonly type: 'run-started'; readonly at: number }
  /** A whole message was appended. An assistant message comes without parts; `delta` and `part` fill it. */
  | { readonly type: 'message'; readonly message: Message }
  /** More text of the answer that is streaming; extends its last part if that is unsigned text, else begins one. */
  | { readonly type: 'delta'; readonly messageId: string; readonly text: string }
  /** A whole part of the answer that is streaming. */
  | { readonly type: 'part'; readonly messageId: string; readonly part: Part }
  | {
      readonly type: 'message-finished';
      readonly messageId: string;
      readonly end: AnswerEnd;
      /** Absent where nobody saw it end: the editor was closed. */
      readonly at?: number;
      readonly usage?: Usage;
      /** With the end `failed`. */
      readonly failure?: FailureSummary;
    }
  /** The answer so far is void and the request is sent again after `delayMs`. `usage`: what the void answer took. */
  | {
      readonly type: 'retry';
      readonly messageId: string;
      readonly attempt: number;
      readonly maxAttempts: number;
      readonly delayMs: number;
      readonly at: number;
      readonly reason: string;
      /** The model that answers from here on, where it is another one. */
      readonly model?: string;
      readonly usage?: Usage;
      /** What `reason` is about. */
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
      /** One sentence for the person, with an end other than success. */
      readonly error?: string;
      /** Who let it run, with the state `executing`. */
      readonly approvalSource?: ApprovalSource;
    }
  /** What became of a call that had a provisional result: for people in its place; the model is told apart. */
  | { readonly type: 'result-settled'; readonly result: ToolResult }
  /** More live output of a running call. */
  | { readonly type: 'tool-output'; readonly callId: string; readonly text: string }
  /** A running command waits for the person to type something; null: it no longer does. Of the moment, and not stored. */
  | { readonly type: 'tool-input'; readonly callId: string; readonly awaited: AwaitedInput | null }
  | { readonly type: 'approval-requested'; readonly approval: Approval }
  /** The person has edited what is asked about, so something else would be done. Of the moment, and not stored. */
  | { readonly type: 'approval-changed'; readonly callId: string; readonly proposal: ProposalView }
  | { readonly type: 'approval-settled'; readonly callId: string; readonly verdict: Verdict }
  /** Nothing has come from the service for so long; null: it is silent no more. Of the moment, and not stored. */
  | { readonly type: 'silence'; readonly seconds: number | null }
  /** Pollux is having the conversation summed up. */
  | { readonly type: 'compressing' }
  /** From now on the model sees the history as `condensed` says. `usage`: what summing it up took. */
  | { readonly type: 'compressed'; readonly condensed: Condensed; readonly usage?: Usage }
  /** From now on the model sees the whole history again. */
  | { readonly type: 'uncompressed'; readonly at: number }
  /** A question besides the conversation was put to a model, for the job that `job` names, and anew `repeats` times. */
  | {
      readonly type: 'asked';
      readonly job: string;
      readonly model: string;
      readonly usage: Usage;
      readonly repeats?: number;
    }
  /** The conversation went back: that message and all after it no longer count. */
  | { readonly type: 'rewound'; readonly messageId: string; readonly at: number }
  /** A call has set an agent to work, in a session of its own, of which `agent` tells from now on. */
  | { readonly type: 'agent-started'; readonly callId: string; readonly agent: AgentName }
  /** Something happened in the session of the agent that works on the call, as far as people see it. */
  | { readonly type: 'agent'; readonly callId: string; readonly event: AgentEvent }
  | { readonly type: 'run-finished'; readonly reason: StopReason; readonly at: number };

/** Why a request failed, for programs: a kind of `ModelFailure`, and the status of an HTTP answer. */
export interface FailureSummary {
  readonly kind: string;
  readonly status?: number;
}

/** An agent as the model names it, and as people do. */
export interface AgentName {
  readonly name: string;
  readonly title: string;
}

/** Receives events in the order they happen; must not throw. */
export type Emit = (event: AgentEvent) => void;
