import type { FailureSummary, StopReason } from '../../shared/events';
import type { Usage } from '../../shared/messages';

/** How a step ended. `void`: the answer no longer counts, and was asked for again. */
export type StepStatus = 'running' | 'success' | 'error' | 'rejected' | 'cancelled' | 'void';

/**
 * What a run did in one stretch of time: asked a model, ran a tool, waited for the user, shortened the conversation, or had
 * a small model do a job. Times are milliseconds since the epoch; a job has no length, for nothing tells when it began.
 */
export interface Step {
  readonly kind: 'request' | 'tool' | 'waiting' | 'compaction' | 'job';
  /** Of the model, the tool or the job. */
  readonly name: string;
  /** As the card of the call has it. */
  readonly title?: string;
  readonly callId?: string;
  readonly startedAt: number;
  /** Absent while it goes on. */
  readonly endedAt?: number;
  readonly status: StepStatus;
  readonly model?: string;
  readonly usage?: Usage;
  readonly failure?: FailureSummary;
  /** What the agent did that worked on the call. */
  readonly steps?: readonly Step[];
}

/** From a prompt to the end of the work on it. */
export interface Run {
  /** 1 for the first of its chat. */
  readonly number: number;
  /** The beginning of what was asked; empty where a run goes on without a prompt. */
  readonly prompt: string;
  readonly startedAt: number;
  readonly endedAt?: number;
  /** Absent while it goes on. */
  readonly reason?: StopReason;
  readonly steps: readonly Step[];
  /** All that models took, those of agents and jobs included. */
  readonly usage: Usage;
}

/** How much of a run went where; in milliseconds. What goes on at once counts for each. */
export interface RunTimes {
  readonly total: number;
  readonly request: number;
  readonly tool: number;
  readonly waiting: number;
}

export function timesOf({ startedAt, endedAt, steps }: Run, now: number): RunTimes {
  const sum = (kind: Step['kind']) =>
    steps.filter(step => step.kind === kind).reduce((total, step) => total + lengthOf(step, now), 0);
  const total = Math.max(0, (endedAt ?? now) - startedAt);
  return { total, request: sum('request'), tool: sum('tool'), waiting: sum('waiting') };
}

export function lengthOf({ startedAt, endedAt }: Pick<Step, 'startedAt' | 'endedAt'>, now: number): number {
  return Math.max(0, (endedAt ?? now) - startedAt);
}
