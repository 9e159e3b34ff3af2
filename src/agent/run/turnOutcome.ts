import type { AssistantMessage } from '../../shared/messages';
import type { Repetition } from './loopDetection';
import type { Citation, ModelFailure } from '../ports/model';

/** `message` is what was received, even if the answer failed halfway. `detail`: the service's words on how it ended. */
export interface TurnOutcome {
  readonly message: AssistantMessage;
  readonly failure?: ModelFailure;
  readonly detail?: string;
  /** The published texts that it repeats, as reported by the service. */
  readonly citations: readonly Citation[];
  /** Part of it could not be read. */
  readonly isPartial?: boolean;
  /** The answer was cut off because its text kept repeating itself. */
  readonly repetition?: Repetition;
}
