import type { CommandProposal } from '../../shared/proposals';
import type { SandboxBlock, SandboxTier } from '../../shared/sandbox';

/** What one command may access, as a value. Paths are absolute; missing ones are left out unless stated otherwise. */
export interface SandboxProfile {
  /** Directories that it may write in; `/`: everywhere. */
  readonly writable: readonly string[];
  /** Files and directories within `writable` that it may only read. */
  readonly readOnly: readonly string[];
  /** Directories within `writable` that must not be created. */
  readonly absent: readonly string[];
  /** Repository files within `writable` that git writes; git then runs no other programs. */
  readonly recorded: readonly string[];
  /** Files and directories that it may neither read nor run. */
  readonly hidden: readonly string[];
  /** `hosts`: names that the proxy lets through, `*.` for all names below; never `denied` ones or any below them. */
  readonly network: 'all' | { readonly hosts: readonly string[]; readonly denied?: readonly string[] };
}

/** What a search found of the files that control editors, agents or shells. */
export interface GoverningFiles {
  readonly governing: ReadonlyMap<string, FileIdentity>;
  /** It ended at a limit, so that a later one may find files that were there before. */
  readonly isPartial: boolean;
}

export interface FileIdentity {
  /** Another file at the same path has another. */
  readonly id: string;
  /** When it was last created, renamed or changed, in milliseconds since the epoch. */
  readonly changedAt: number;
}

export interface SandboxedLaunch {
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** The kernel kills it, with everything it started, when the process that started it is gone. */
  readonly endsWithParent?: true;
  /** What the sandbox blocked, once the command has ended. */
  blocked(end: CommandEnd): SandboxBlock | null;
  /** Removes what was set up for it. */
  close(): void;
}

export interface CommandEnd {
  readonly exitCode: number | null;
  readonly output: string;
  /** The exit code may be that of a part of the command only, as with `a | b` and `a; b`. */
  readonly isOfPart?: boolean;
}

export interface CommandSandbox {
  readonly tier: SandboxTier;
  /** Returns the command line that runs `argv` confined. Rejects if impossible; the command must not run then. */
  launch(profile: SandboxProfile, request: LaunchRequest): Promise<SandboxedLaunch>;
  /** Removes its temporary files. */
  dispose(): void;
}

/** A command line before it is started. */
export interface LaunchRequest {
  readonly argv: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

/** Confines an approved command as policy requires; undefined: it runs unconfined. Rejects if that is not possible. */
export type ConfineCommand = (
  command: Pick<CommandProposal, 'command' | 'cwd' | 'sandbox'>,
  request: LaunchRequest,
) => Promise<ConfinedLaunch | undefined>;

export interface ConfinedLaunch extends SandboxedLaunch {
  readonly tier: SandboxTier;
  /** Paths that control editors, agents or shells and that came to exist while it ran; asked once it has ended. */
  created(): readonly string[];
  /** The user is told of those paths as they come, until it is closed; for programs that nobody waits for. */
  follow(): void;
}
