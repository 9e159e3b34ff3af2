import type { Decision } from '../../policy/decision';
import type { ToolCall } from '../../shared/messages';
import type { Approval, Approved, EditProposal, Proposal } from '../../shared/proposals';
import type { ToolError } from '../../shared/errors';
import type { HookOutcome } from '../ports/hooks';
import type { ChangeTool, ReadTool, Tool } from '../tool';
import type { CallOutcome } from './callOutcome';

/** A tool with arguments that were validated against its schema. */
export interface FoundCall {
  readonly tool: Tool;
  readonly args: never;
  readonly title: string;
}

/** Finds the tool and validates the arguments. Rejects with `ToolError` for an unknown tool or invalid arguments. */
export type FindCall = (name: string, args: ToolCall['args']) => Promise<FoundCall>;

/** A call after the hooks have seen it; they may have changed its arguments. */
export interface PreparedCall {
  readonly found: FoundCall;
  readonly before: HookOutcome | undefined;
}

/** What a call would do, and policy's decision about it. */
export interface EvaluatedCall {
  readonly found: FoundCall;
  /** Undefined for a read that names no secret file. */
  readonly proposal: Proposal | undefined;
  readonly decision: Decision;
  /** The proposal was already accepted, and has been adapted to a file that had changed by then. */
  readonly conflict?: NonNullable<Approval['conflict']>;
  /** Why the change is impossible; the model may learn this only if it may read the files of the proposal. */
  readonly failure?: ToolError;
}

/** A call that policy or the user allows; `approved` includes the user's edits. */
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

/** The reason for which a question is withdrawn when its edit is about to be asked about again, on another text. */
export const ASKED_AGAIN = Symbol('asked again');

/** Instead of a verdict: an edit that this one builds on ended differently. Null: this one doesn't fit without it. */
export interface Moved {
  readonly decision: 'moved';
  readonly proposal: EditProposal | null;
}

/** A step returns the input of the next one, or ends the call. */
export type Step<T> = T | { readonly outcome: CallOutcome };
