import type { StopReason } from '../../shared/events';
import type { Overrun } from './budget';
import type { Repetition } from './loopDetection';
import type { HookReason } from '../ports/hooks';
import type { ModelFailure } from '../ports/model';
import type { TurnOutcome } from './turnOutcome';

/**
 * Why the run ended, and its last answer. `repetition` is set with the reason `loop`, `overrun` with `budget`, `hook`
 * with `hook`; `failure` is one that did not come from an answer.
 */
export interface RunOutcome {
  readonly reason: StopReason;
  readonly last?: TurnOutcome;
  readonly repetition?: Repetition;
  readonly overrun?: Overrun;
  readonly failure?: ModelFailure;
  readonly hook?: HookReason;
}
