import type { Decision } from '../../policy/decision';
import type { ToolCall } from '../../shared/messages';
import type { Approval, Approved, EditProposal, Proposal } from '../../shared/proposals';
import type { ToolError } from '../../shared/errors';
import type { HookOutcome } from '../ports/hooks';
import type { ChangeTool, ReadTool, Tool } from '../tool';
import type { CallOutcome } from './callOutcome';

/** A tool with arguments that its schema has checked. */
export interface FoundCall {
  readonly tool: Tool;
  readonly args: never;
  readonly title: string;
}

/** Finds a call that is to run. Rejects with `ToolError` for an unknown tool or invalid arguments. */
export type FindCall = (name: string, args: ToolCall['args']) => Promise<FoundCall>;

/** A call that hooks have seen; its arguments may be theirs. */
export interface PreparedCall {
  readonly found: FoundCall;
  readonly before: HookOutcome | undefined;
}

/** What a call would do, and what policy says to it. */
export interface EvaluatedCall {
  readonly found: FoundCall;
  /** Undefined for a read that names no secret file. */
  readonly proposal: Proposal | undefined;
  readonly decision: Decision;
  /** The proposal was accepted already, and is adapted to a file that had changed by then. */
  readonly conflict?: NonNullable<Approval['conflict']>;
  /** Why nothing can be changed, which the model may hear only if it may read the files of the proposal. */
  readonly failure?: ToolError;
}

/** A call that policy or the user allows; what is approved is as the user left it. */
export type AuthorizedCall = Pick<EvaluatedCall, 'found' | 'decision'> &
  (
    | { readonly tool: ReadTool; readonly approved?: undefined }
    | { readonly tool: ChangeTool; readonly approved: Approved<Proposal> }
  );

export interface Question {
  readonly callId: string;
  readonly proposal: Proposal;
  readonly decision: Decision;
  readonly conflict?: NonNullable<Approval['conflict']>;
}

/** In place of an answer: an edit that it builds on came out otherwise. Null: without that, it does not fit the file. */
export interface Moved {
  readonly decision: 'moved';
  readonly proposal: EditProposal | null;
}

/** A step leads on to the next one, or ends the call. */
export type Step<T> = T | { readonly outcome: CallOutcome };
