import type { Approved, DiscoveredProposal } from '../../shared/proposals';

/** How a command ended that gives tools or runs one. */
export interface ToolCommandEnd {
  readonly stdout: string;
  readonly stderr: string;
  /** Null if it was killed or never started. */
  readonly exitCode: number | null;
  readonly signal: string | null;
  /** Why it was ended, or could not be started. */
  readonly error?: string;
}

/** Runs the commands of `tools.discoveryCommand` and `tools.callCommand`, limited in time and in what they may print. */
export interface ToolCommands {
  /** Runs a discovery command that the user has set, or has approved. Never rejects. */
  discover(command: string, cwd: string): Promise<ToolCommandEnd>;
  /** Runs one call with its arguments on standard input. Rejects for nothing but a call that was not approved. */
  call(approved: Approved<DiscoveredProposal>, signal: AbortSignal): Promise<ToolCommandEnd>;
}

export type ToolCommandSetting = 'tools.discoveryCommand' | 'tools.callCommand';

/** A command of the settings that gives tools or runs one. */
export interface ToolCommand {
  readonly setting: ToolCommandSetting;
  readonly command: string;
  /** Absolute path of the folder that it runs in. */
  readonly cwd: string;
  /** It comes with the files of a workspace. */
  readonly isProjects: boolean;
  readonly file: string;
  /** 1-based. */
  readonly line?: number;
}

/** A command of a project's settings that nobody has agreed to yet, or not as it is now. */
export interface PendingCommand extends ToolCommand {
  /** Of all that is agreed to; another one as soon as any of it changes. */
  readonly key: string;
  /** Files of the project that it may run, which are agreed to as they are now. */
  readonly files: readonly string[];
  readonly approve: () => void;
}
