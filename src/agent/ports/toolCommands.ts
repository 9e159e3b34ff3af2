import type { Approved, DiscoveredProposal } from '../../shared/proposals';

/** How a command ended that lists tools or runs one. */
export interface ToolCommandEnd {
  readonly stdout: string;
  readonly stderr: string;
  /** Null if it was killed or never started. */
  readonly exitCode: number | null;
  readonly signal: string | null;
  /** Why it was killed, or could not be started. */
  readonly error?: string;
}

/** Runs the commands of `tools.discoveryCommand` and `tools.callCommand`, with limits on time and output. */
export interface ToolCommands {
  /** Runs a discovery command that the user has configured or approved. Never rejects. */
  discover(command: string, cwd: string): Promise<ToolCommandEnd>;
  /** Runs one call with its arguments on standard input. Rejects only for a call that was not approved. */
  call(approved: Approved<DiscoveredProposal>, signal: AbortSignal): Promise<ToolCommandEnd>;
}

export type ToolCommandSetting = 'tools.discoveryCommand' | 'tools.callCommand';

/** A command from the settings that lists tools or runs one. */
export interface ToolCommand {
  readonly setting: ToolCommandSetting;
  readonly command: string;
  /** Absolute path of its working directory. */
  readonly cwd: string;
  /** It comes from the files of a workspace. */
  readonly isProjects: boolean;
  readonly file: string;
  /** 1-based. */
  readonly line?: number;
}

/** A command from a project's settings that the user has not approved yet, or not in its current form. */
export interface PendingCommand extends ToolCommand {
  /** Identifies everything that is approved; changes as soon as any of it changes. */
  readonly key: string;
  /** Files of the project that it may run; they are approved with their current content. */
  readonly files: readonly string[];
  readonly approve: () => void;
}
