import type { ModeProposal } from '../../shared/proposals';
import type { ApprovalMode } from '../../shared/protocol';

/** The settings of a session; every field is read again each time it is needed. */
export interface SessionSettings {
  readonly mode: () => ApprovalMode;
  /** Called when the user agrees to a mode that the model asked for, or gives an answer that implies one. */
  readonly setMode: (mode: ModeProposal['mode']) => void;
  /** False in headless runs: there is no user to answer a question. */
  readonly canAsk: boolean;
  /** False: no question offers to allow something from now on. Absent: questions do. */
  readonly mayRemember?: () => boolean;
  /** Why not, in one sentence for the user. */
  readonly whyNotRemember?: () => string | undefined;
  /** False: the user is not told which published texts an answer repeats. Absent: the user is. */
  readonly showsCitations?: boolean;
  /** How many characters of a command's output the model gets. Absent: the default. */
  readonly outputLimit?: () => number;
  /** Milliseconds that an edit waits for the user before the agent continues on top of it. 0 or absent: no limit. */
  readonly workAheadAfter?: () => number;
  readonly compression: () => CompressionSettings;
  readonly budgets: () => Budgets;
  readonly maxTurns: number;
  /** Whether a model that repeats itself is warned, and stopped if it continues. */
  readonly detectLoops: boolean;
  /** Whether long runs are checked for progress by asking a model now and then; needs `detectLoops`. */
  readonly checksLoops: boolean;
  /** Whether a model that stops before doing what it said is told to continue; costs a small request per answer. */
  readonly checksNextSpeaker: boolean;
  readonly environment: () => EnvironmentFacts;
  /** The files open in the editor, the latest first; undefined: the model is not told. Absent: there is no editor. */
  readonly editor?: () => readonly EditorFile[] | undefined;
}

/** A file that is open in the editor; positions are 1-based. */
export interface EditorFile {
  readonly path: string;
  readonly isActive?: true;
  readonly cursor?: { readonly line: number; readonly character: number };
  readonly selectedText?: string;
}

/** The limits at which Pollux stops; 0: unlimited. `money` is an estimate in US dollars. */
export interface Budget {
  readonly tokens: number;
  readonly money: number;
  readonly requests: number;
  readonly minutes: number;
}

/** `prompt` covers one run: a prompt, or continuing after a stop. `day` covers all windows together. */
export interface Budgets {
  readonly prompt: Budget;
  readonly session: Budget;
  readonly day: Budget;
}

export interface CompressionSettings {
  /** The share of the context window above which a conversation is compressed; 0: only when it would not fit. */
  readonly threshold: number;
  /** The share of the conversation that is kept verbatim. */
  readonly tail: number;
  /** Whether a summary is shown to the user, who may refuse it, before it takes effect. */
  readonly review: boolean;
}

export interface EnvironmentFacts {
  readonly date: Date;
  readonly platform: string;
  /** False: without the listing of the folders' contents. */
  readonly hasTree?: boolean;
  /** The directory for plans, absolute or below the first folder. Empty or absent: none. */
  readonly plans?: string;
  /** What the model should know about the sandbox of commands; undefined: nothing. */
  readonly sandbox?: () => Promise<string | undefined>;
}
