import type { Approved, CommandProposal } from '../../shared/proposals';

/** How a command ended. `output` is standard output and error interleaved, its middle cut if very long. */
export interface CommandResult {
  readonly output: string;
  /** Null if it was killed or never started. */
  readonly exitCode: number | null;
  readonly signal: string | null;
  /** Set if it could not be started. */
  readonly error?: string;
  /** Set if it was ended for being silent for too long. */
  readonly isTimedOut?: boolean;
  readonly processGroup?: number;
}

export interface Terminal {
  /** Runs a shell command; aborting kills it with all its children. Never rejects. */
  run(
    command: Approved<CommandProposal>,
    onOutput: (text: string) => void,
    signal: AbortSignal,
  ): Promise<CommandResult>;
}
