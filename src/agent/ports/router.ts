import type { Message } from '../../shared/messages';
import type { UtilityModel } from './utilityModel';

/** What there is to evaluate a prompt by. */
export interface RoutingQuestion {
  readonly prompt: string;
  /** What was said before it. */
  readonly messages: readonly Message[];
  /** Whom to ask; what it costs is counted. */
  readonly asks: UtilityModel;
}

/** A choice that took asking: the model, and one sentence of why. */
export interface Routed {
  readonly model: string;
  readonly why: string;
}

/** Chooses which model answers a prompt; undefined where nothing had to be evaluated. Never rejects. */
export type Route = (question: RoutingQuestion, signal: AbortSignal) => Promise<Routed | undefined>;
