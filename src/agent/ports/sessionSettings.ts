import type { ModeProposal } from '../../shared/proposals';
import type { ApprovalMode } from '../../shared/protocol';

/** What is set for a session; every field is read again each time it is needed. */
export interface SessionSettings {
  readonly mode: () => ApprovalMode;
  /** The model asked for another mode and the user agreed, or an answer of theirs implies it. */
  readonly setMode: (mode: ModeProposal['mode']) => void;
  /** False in headless runs: there is nobody to answer a question. */
  readonly canAsk: boolean;
  /** False: no question offers to allow something from now on. Absent: they do. */
  readonly mayRemember?: () => boolean;
  /** Why not, in one sentence for the user. */
  readonly whyNotRemember?: () => string | undefined;
  /** False: nobody is told which published texts an answer repeats. Absent: the user is. */
  readonly showsCitations?: boolean;
  /** How many characters of what a command prints the model gets; absent: the usual number. */
  readonly outputLimit?: () => number;
  /** Milliseconds that an edit waits for the user before the agent goes on on top of it; 0 or absent: it always waits. */
  readonly workAheadAfter?: () => number;
  readonly compression: () => CompressionSettings;
  readonly budgets: () => Budgets;
  readonly maxTurns: number;
  /** Whether a model that goes round in circles is told so, and stopped if it goes on. */
  readonly detectLoops: boolean;
  /** Whether a model is asked now and then in long runs if they get anywhere; only where loops are detected at all. */
  readonly checksLoops: boolean;
  /** Whether a model that stops before it did what it said is told to go on; costs a small request per answer. */
  readonly checksNextSpeaker: boolean;
  readonly environment: () => EnvironmentFacts;
  /** What the user has open, the latest first; undefined: the model is not told of it. Absent: there is no editor. */
  readonly editor?: () => readonly EditorFile[] | undefined;
}

/** A file that is open in the editor; positions are 1-based. */
export interface EditorFile {
  readonly path: string;
  readonly isActive?: true;
  readonly cursor?: { readonly line: number; readonly character: number };
  readonly selectedText?: string;
}

/** What may be used before Pollux stops; 0: as much as it takes. `money` is an estimate in US dollars. */
export interface Budget {
  readonly tokens: number;
  readonly money: number;
  readonly requests: number;
  readonly minutes: number;
}

/** `prompt` is for one run: a prompt, or going on after a stop; `day` is for all windows together. */
export interface Budgets {
  readonly prompt: Budget;
  readonly session: Budget;
  readonly day: Budget;
}

export interface CompressionSettings {
  /** The share of the window from which on a conversation is compressed; 0: only when it would not fit. */
  readonly threshold: number;
  /** The share of the conversation that stays word for word. */
  readonly tail: number;
  /** Whether the person sees a summary, and may refuse it, before it takes effect. */
  readonly review: boolean;
}

export interface EnvironmentFacts {
  readonly date: Date;
  readonly platform: string;
  /** False: without what there is in the folders. */
  readonly hasTree?: boolean;
  /** The directory for plans, below the first folder; empty or absent: none. */
  readonly plans?: string;
  /** What is to be known of the sandbox of commands; undefined: there is nothing. */
  readonly sandbox?: () => Promise<string | undefined>;
}
