import type { AwaitedInput } from '../../shared/events';
import type { Approved, CommandProposal } from '../../shared/proposals';
import type { SandboxBlock, SandboxTier } from '../../shared/sandbox';

/** How a command ended. `output` is standard output and error interleaved, with the middle cut if very long. */
export interface CommandResult {
  /** Includes the user's input as lines that begin with `> `; secret input appears as dots. */
  readonly output: string;
  /** Null if it was killed or never started. */
  readonly exitCode: number | null;
  readonly signal: string | null;
  /** Set if it could not be started. */
  readonly error?: string;
  /** Set if it was killed because it printed nothing for too long. */
  readonly isTimedOut?: boolean;
  readonly processGroup?: number;
  /** The processes that it left running in the background, where known. */
  readonly backgroundPids?: readonly number[];
  /** Variables withheld because they look like secrets: those that the command names, or all if it failed. */
  readonly withheld?: readonly string[];
  /** The user's input, if any. */
  readonly inputs?: readonly CommandInput[];
  /** The sandbox that it ran in, what the sandbox blocked, and what was created meanwhile that controls others. */
  readonly sandbox?: {
    readonly tier: SandboxTier;
    readonly block?: SandboxBlock;
    /** See `ConfinedLaunch`. */
    readonly created?: readonly string[];
  };
}

/** One input of the user's to a command; of a secret only the fact is recorded. */
export type CommandInput =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'secret' }
  | { readonly kind: 'closed' };

/** Gives the command a line, without its line ending; null closes its input. False if the input is already closed. */
export type WriteInput = (line: string | null) => boolean;

/** Receives a command's output as it comes; may return a promise that resolves when it can take more. */
export type OnOutput = (text: string) => unknown;

/**
 * Called with the input that the command waits for (null: none) and a function that provides it. Called with null
 * before anything is printed.
 */
export type OnInput = (awaited: AwaitedInput | null, write: WriteInput) => void;

export interface Terminal {
  /**
   * Runs a shell command; its output is held back while a promise of `onOutput` is pending. Aborting kills it with all
   * its children. Rejects only for a command that was not approved. A terminal without a user who could answer closes
   * the command's standard input and never calls `onInput`; so does any terminal if `onInput` is absent.
   */
  run(
    command: Approved<CommandProposal>,
    onOutput: OnOutput,
    signal: AbortSignal,
    onInput?: OnInput,
  ): Promise<CommandResult>;
}
