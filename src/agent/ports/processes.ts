import type { Approved, CommandProposal } from '../../shared/proposals';
import type { CommandResult } from './terminal';

/** A command that continues in the background. */
export interface BackgroundProcess {
  readonly pid: number;
  readonly command: string;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  /** Absent while it runs. */
  readonly result?: CommandResult;
}

/** The commands of this session that run in the background; all of them end with the session. */
export interface Processes {
  /** Starts a command; resolves once it has run for a moment, or has ended. Rejects only if it was not approved. */
  start(command: Approved<CommandProposal>): Promise<BackgroundProcess | { readonly error: string }>;
  list(): readonly BackgroundProcess[];
  /** Its last lines of output; null for a process that this session did not start. */
  read(pid: number, lines: number): string | null;
  /** Resolves when it has ended, `ms` have passed or the signal aborts; null if this session did not start it. */
  wait(pid: number, ms: number, signal: AbortSignal): Promise<BackgroundProcess | null>;
  /** Kills it with all its children; false for a process that this session did not start. */
  kill(pid: number): Promise<boolean>;
}
