import type { CommandProposal } from '../../shared/proposals';
import type { SandboxBlock, SandboxTier } from '../../shared/sandbox';

/** What one command may touch and reach, as a value. Paths are absolute; those that do not exist are left out where nothing else is said. */
export interface SandboxProfile {
  /** Directories that it may write in; `/`: everywhere. */
  readonly writable: readonly string[];
  /** Files and directories in those that it may only read. */
  readonly readOnly: readonly string[];
  /** Directories in those that must not come to exist. */
  readonly absent: readonly string[];
  /** Files of repositories, in those, that git writes: it runs nothing but itself then. */
  readonly recorded: readonly string[];
  /** Files and directories that it may neither read nor run. */
  readonly hidden: readonly string[];
  /** `hosts`: names that the proxy lets through, `*.` for any name below; `denied` ones, and any below them, never. */
  readonly network: 'all' | { readonly hosts: readonly string[]; readonly denied?: readonly string[] };
}

export interface SandboxedLaunch {
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** The kernel ends it, with all that it started, when whoever started it is gone. */
  readonly endsWithParent?: true;
  /** What was kept from it, after it has ended. `output` is what it printed. */
  blocked(end: { readonly exitCode: number | null; readonly output: string }): SandboxBlock | null;
  /** Takes away what was set up for it. */
  close(): void;
}

export interface CommandSandbox {
  readonly tier: SandboxTier;
  /** The command line that runs `argv` confined. Rejects where that can't be had: the command must not run then. */
  launch(profile: SandboxProfile, request: LaunchRequest): Promise<SandboxedLaunch>;
  /** Takes its temporary files away. */
  dispose(): void;
}

/** A command line, before it is started. */
export interface LaunchRequest {
  readonly argv: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

/** Puts an approved command where policy wants it to run; undefined: it runs as it is. Rejects where that can't be had. */
export type ConfineCommand = (
  command: Pick<CommandProposal, 'command' | 'cwd' | 'sandbox'>,
  request: LaunchRequest,
) => Promise<(SandboxedLaunch & { readonly tier: SandboxTier }) | undefined>;
