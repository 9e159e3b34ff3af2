import type { Message } from '../../shared/messages';
import type { UtilityModel } from './utilityModel';

/** The basis for routing a prompt. */
export interface RoutingQuestion {
  readonly prompt: string;
  /** The conversation before the prompt. */
  readonly messages: readonly Message[];
  /** The model to ask; its cost is counted. */
  readonly asks: UtilityModel;
}

/** A choice that a model was asked for: the chosen model, and one sentence that says why. */
export interface Routed {
  readonly model: string;
  readonly why: string;
}

/** Chooses which model answers a prompt; undefined if nothing had to be evaluated. Never rejects. */
export type Route = (question: RoutingQuestion, signal: AbortSignal) => Promise<Routed | undefined>;
