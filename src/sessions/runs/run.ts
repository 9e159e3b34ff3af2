import type { FailureSummary, StopReason } from '../../shared/events';
import type { Usage } from '../../shared/messages';

/** How a step ended. `void`: the answer was discarded and requested again. */
export type StepStatus = 'running' | 'success' | 'error' | 'rejected' | 'cancelled' | 'void';

/**
 * What a run did during one interval: a model request, a tool call, waiting for the user, a compaction, or a small
 * model's job. Times are milliseconds since the epoch; a job has no duration, because no event marks its start.
 */
export interface Step {
  readonly kind: 'request' | 'tool' | 'waiting' | 'compaction' | 'job';
  /** The name of the model, the tool or the job. */
  readonly name: string;
  /** As shown on the call's card. */
  readonly title?: string;
  readonly callId?: string;
  readonly startedAt: number;
  /** Absent while it is in progress. */
  readonly endedAt?: number;
  readonly status: StepStatus;
  readonly model?: string;
  readonly usage?: Usage;
  readonly failure?: FailureSummary;
  /** The steps of the subagent that worked on the call. */
  readonly steps?: readonly Step[];
}

/** The work on a prompt, from its start to its end. */
export interface Run {
  /** 1 for the first run of a chat. */
  readonly number: number;
  /** The beginning of the prompt; empty if the run continues without one. */
  readonly prompt: string;
  readonly startedAt: number;
  readonly endedAt?: number;
  /** Absent while it is in progress. */
  readonly reason?: StopReason;
  readonly steps: readonly Step[];
  /** Tokens of all models, including those of subagents and jobs. */
  readonly usage: Usage;
}

/** How the time of a run was spent, in milliseconds. Concurrent steps are each counted in full. */
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
