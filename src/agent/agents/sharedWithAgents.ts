import type { HookReason, Hooks } from '../ports/hooks';
import type { AnswerGate } from '../run/answerGate';
import type { Tool } from '../tool';
import type { ChildSessions } from './childSessions';

/** What a session shares with the agents that work for it. */
export interface SharedWithAgents {
  readonly children: ChildSessions;
  readonly tools: () => readonly Tool[];
  readonly gate: AnswerGate;
  /** The hooks of the run in progress. */
  readonly hooks: () => Hooks | undefined;
  /** Ends the run because a hook wants it. */
  readonly refuse: (by: HookReason) => void;
  readonly promptId: () => string;
}
