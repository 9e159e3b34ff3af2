import type { AwaitedInput } from '../../shared/events';
import type { Approved, CommandProposal } from '../../shared/proposals';
import type { SandboxBlock, SandboxTier } from '../../shared/sandbox';

/** How a command ended. `output` is standard output and error interleaved, its middle cut if very long. */
export interface CommandResult {
  /** Answers of the person are in it as lines that begin with `> `, secret ones as dots. */
  readonly output: string;
  /** Null if it was killed or never started. */
  readonly exitCode: number | null;
  readonly signal: string | null;
  /** Set if it could not be started. */
  readonly error?: string;
  /** Set if it was ended for being silent for too long. */
  readonly isTimedOut?: boolean;
  readonly processGroup?: number;
  /** What it left running in the background, where that can be told. */
  readonly backgroundPids?: readonly number[];
  /** Names of variables that it did not get, as they look like secrets: those that it names, and all where it failed. */
  readonly withheld?: readonly string[];
  /** What the person gave it, if anything. */
  readonly inputs?: readonly CommandInput[];
  /** What it ran in, and what that kept it from. */
  readonly sandbox?: { readonly tier: SandboxTier; readonly block?: SandboxBlock };
}

/** One thing that a person gave a command; a secret is told of, never told. */
export type CommandInput =
  { readonly kind: 'text'; readonly text: string } | { readonly kind: 'secret' } | { readonly kind: 'closed' };

/** Gives the command a line, without its end; null closes its input. False if that is closed already. */
export type WriteInput = (line: string | null) => boolean;

/** Takes what a command prints, as it comes; a promise that it gives is one for when it can take more. */
export type OnOutput = (text: string) => unknown;

/** Told what the command waits for, null for nothing, and how to give it. Called with null before anything is printed. */
export type OnInput = (awaited: AwaitedInput | null, write: WriteInput) => void;

export interface Terminal {
  /**
   * Runs a shell command, which has to wait with more output while a promise of `onOutput` is open; aborting kills it with
   * all its children. Rejects for nothing but a command that was not approved. A terminal that has nobody to answer
   * closes the command's standard input and never calls `onInput`; so does any without `onInput`.
   */
  run(
    command: Approved<CommandProposal>,
    onOutput: OnOutput,
    signal: AbortSignal,
    onInput?: OnInput,
  ): Promise<CommandResult>;
}
