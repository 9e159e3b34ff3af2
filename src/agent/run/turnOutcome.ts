import type { AssistantMessage } from '../../shared/messages';
import type { Repetition } from './loopDetection';
import type { Citation, ModelFailure } from '../ports/model';

/** `message` is what was received, also where it failed half-way. `detail` says how it ended, in the service's words. */
export interface TurnOutcome {
  readonly message: AssistantMessage;
  readonly failure?: ModelFailure;
  readonly detail?: string;
  /** What it repeats of published texts, as the service found it. */
  readonly citations: readonly Citation[];
  /** A piece of it could not be read. */
  readonly isPartial?: boolean;
  /** The answer was cut off because its text kept repeating itself. */
  readonly repetition?: Repetition;
}
