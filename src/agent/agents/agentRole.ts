import type { ContextUse } from '../../shared/protocol';
import type { Spent } from '../ports/dayLedger';
import type { BudgetCheck } from '../run/budget';

/** What makes a session that of an agent, which works on one task for another session. */
export interface AgentRole {
  /** Its instructions, in place of those of a chat. */
  readonly instructions: string;
  /** Resolves when its next answer may begin, which takes `most` at most, or with why it may not. */
  readonly admit: (most: () => Spent, signal: AbortSignal) => Promise<BudgetCheck>;
  /** True as soon as it has handed over its result. */
  readonly isComplete: () => boolean;
  /** Of the chat's prompt that it works for. */
  readonly promptId: () => string;
}

/** No model writes more in an answer, thoughts included. */
const MOST_WRITTEN = 70_000;
/** In US dollars for a token: no model is that dear. */
const DEAREST = 50 / 1_000_000;
/** An answer that fails is asked for again, and a question or two may be put besides. */
const MOST_REQUESTS = 12;

/** What an answer can take at the very most. How full the window is, is an estimate. */
export function mostOfAnswer({ total }: ContextUse): Spent {
  const most = 2 * total + MOST_WRITTEN;
  return { tokens: most, money: most * DEAREST, requests: MOST_REQUESTS, ms: 0 };
}
