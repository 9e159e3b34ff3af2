import type { AgentName, AwaitedInput, Condensed, ToolCallState } from './events';
import type { AssistantMessage, CallLabel, Message, ToolDisplay, Usage } from './messages';
import type { Approval, Verdict } from './proposals';

/** One call as it is shown. Times are milliseconds since the epoch. */
export interface ToolCallView extends CallLabel {
  readonly id: string;
  readonly name: string;
  readonly state: ToolCallState;
  readonly output: string;
  /** Present while it waits for the person to type something. */
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
  /** When this was so, by the clock of the extension host, which need not be the panel's. */
  readonly at: number;
  /** How long it was then to the next attempt. */
  readonly remainingMs: number;
  readonly reason: string;
}

/** A session as a fold over its events; the same in the extension host and in the panel. */
export interface ChatState {
  readonly sessionId: string;
  readonly messages: readonly Message[];
  /** The answer that is streaming; it joins `messages` when it is finished. */
  readonly live?: AssistantMessage;
  /** The calls that have no result in `messages` yet. */
  readonly calls: Readonly<Record<string, ToolCallView>>;
  /** Open questions, oldest first. */
  readonly approvals: readonly Approval[];
  readonly isRunning: boolean;
  readonly retry?: RetryView;
  /** The service has been silent for at least so many seconds; absent: it is not. */
  readonly silentSeconds?: number;
  /** Sums over the session. */
  readonly usage: Usage;
  /** True while the conversation is being summed up. */
  readonly isCompressing?: boolean;
  /** How the model sees `messages`; the counts of answers before the `since`th message say nothing about that. */
  readonly condensed?: Condensed & { readonly since: number };
  /** The agents that calls have set to work, by call. What they use is part of `usage`, what they ask of `approvals`. */
  readonly agents?: Readonly<Record<string, AgentView>>;
}

/** An agent at work on a call, or after it; `chat` is its own session, without its open questions. */
export interface AgentView {
  readonly agent: AgentName;
  readonly chat: ChatState;
}

export const noUsage: Usage = { input: 0, output: 0, cached: 0, thoughts: 0, total: 0 };

export function emptyChat(sessionId = ''): ChatState {
  return { sessionId, messages: [], calls: {}, approvals: [], isRunning: false, usage: noUsage };
}

/** The sum of two counts. */
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

/** True for the states that a call does not leave again. */
export function isEnd(state: ToolCallState): boolean {
  return state === 'success' || state === 'error' || state === 'rejected' || state === 'cancelled';
}
