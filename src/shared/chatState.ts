import type { AgentName, AwaitedInput, Compacted, ToolCallState } from './events';
import type { AssistantMessage, CallLabel, Message, ToolDisplay, Usage } from './messages';
import type { Approval, Verdict } from './proposals';

/** A call as the panel shows it. Times are milliseconds since the epoch. */
export interface ToolCallView extends CallLabel {
  readonly id: string;
  readonly name: string;
  readonly state: ToolCallState;
  readonly output: string;
  /** Present while it waits for the user to type something. */
  readonly awaited?: AwaitedInput;
  readonly startedAt?: number;
  readonly endedAt?: number;
  readonly display?: ToolDisplay;
  readonly error?: string;
  readonly verdict?: Verdict;
}

export interface RetryView {
  readonly attempt: number;
  readonly maxAttempts: number;
  /** When the event was emitted, by the clock of the extension host, which may differ from the panel's. */
  readonly at: number;
  /** Milliseconds from `at` until the next attempt. */
  readonly remainingMs: number;
  readonly reason: string;
  /** The model that the next attempt asks, if it is a different one. */
  readonly model?: string;
}

/** A session as a fold over its events; identical in the extension host and in the panel. */
export interface ChatState {
  readonly sessionId: string;
  readonly messages: readonly Message[];
  /** The answer that is streaming; moves to `messages` when it is finished. */
  readonly live?: AssistantMessage;
  /** The calls that have no result in `messages` yet. */
  readonly calls: Readonly<Record<string, ToolCallView>>;
  /** Open approvals, oldest first. */
  readonly approvals: readonly Approval[];
  readonly isRunning: boolean;
  readonly retry?: RetryView;
  /** The service has been silent for at least this many seconds; absent: it isn't silent. */
  readonly silentSeconds?: number;
  /** Summed over the session. */
  readonly usage: Usage;
  /** True while the conversation is being summarized. */
  readonly isCompressing?: boolean;
  /** How the model sees `messages`. Token counts of answers before the index `since` don't describe this view. */
  readonly compacted?: Compacted & { readonly since: number };
  /** The subagents that calls started, by call id. Their tokens count in `usage`; their requests are in `approvals`. */
  readonly agents?: Readonly<Record<string, AgentView>>;
}

/** A subagent working on a call, or finished with it; `chat` is its own session, without its open approvals. */
export interface AgentView {
  readonly agent: AgentName;
  readonly chat: ChatState;
}

export const NO_USAGE: Usage = { input: 0, output: 0, cached: 0, thoughts: 0, total: 0 };

export function emptyChat(sessionId = ''): ChatState {
  return { sessionId, messages: [], calls: {}, approvals: [], isRunning: false, usage: NO_USAGE };
}

export function addUsage(a: Usage, b: Usage): Usage {
  const cost = a.cost === undefined ? b.cost : a.cost + (b.cost ?? 0);
  return {
    input: a.input + b.input,
    output: a.output + b.output,
    cached: a.cached + b.cached,
    thoughts: a.thoughts + b.thoughts,
    total: a.total + b.total,
    ...(cost !== undefined && { cost }),
  };
}

/** True for final states, which a call never leaves. */
export function isEnd(state: ToolCallState): boolean {
  return state === 'success' || state === 'error' || state === 'rejected' || state === 'cancelled';
}
