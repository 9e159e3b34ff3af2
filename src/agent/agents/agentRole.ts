import type { ContextUse } from '../../shared/protocol';
import type { Spent } from '../ports/dayLedger';
import type { BudgetCheck } from '../run/budget';

/** Makes a session that of an agent, which works on one task for another session. */
export interface AgentRole {
  /** Its instructions, which replace those of a chat. */
  readonly instructions: string;
  /** Resolves with undefined when its next answer, which costs at most `most`, may begin, or else with the reason. */
  readonly admit: (most: () => Spent, signal: AbortSignal) => Promise<BudgetCheck>;
  /** True as soon as it has submitted its result. */
  readonly isComplete: () => boolean;
  /** The id of the chat prompt that it works for. */
  readonly promptId: () => string;
}

/** No model writes more tokens in one answer, thoughts included. */
const MOST_WRITTEN = 70_000;
/** In US dollars per token: no model is more expensive. */
const DEAREST = 50 / 1_000_000;
/** A failed answer is requested again, and there may be a few side questions. */
const MOST_REQUESTS = 12;

/** The upper limit of an answer's cost. The fill level of the window is only an estimate, so it counts twice. */
export function mostOfAnswer({ total }: ContextUse): Spent {
  const most = 2 * total + MOST_WRITTEN;
  return { tokens: most, money: most * DEAREST, requests: MOST_REQUESTS, ms: 0 };
}
