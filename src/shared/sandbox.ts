// What a command may do in its sandbox, and what the sandbox has blocked.

/** What enforces the sandbox on this machine: kernel namespaces (bubblewrap), or Landlock with a system call filter. */
export type SandboxTier = 'namespaces' | 'landlock';

/** Where an approved command runs. Set by policy on approval. */
export interface Confinement {
  /** `outside`: without a sandbox, except that programs denied by rules stay hidden. */
  readonly where: 'inside' | 'outside';
  /** Hosts it may reach, and directories outside the workspace it may write to. */
  readonly hosts: readonly string[];
  readonly folders: readonly string[];
  /** Names of programs that rules deny. */
  readonly programs: readonly string[];
  /** Directories whose Git repositories it may write to, because git alone does the writing. */
  readonly repositories?: readonly string[];
}

/** What rules grant and deny to every command, in addition to the decision about a single command. */
export interface SandboxGuards {
  readonly hosts: readonly string[];
  readonly folders: readonly string[];
  /** Names of programs that rules deny. */
  readonly programs: readonly string[];
  readonly deniedHosts: readonly string[];
  /** Absent: rules deny no files. */
  readonly files?: {
    /** What is denied for an absolute path; `read` includes writing. */
    readonly denied: (path: string) => 'read' | 'write' | undefined;
    /** Paths that the rules name and may deny, wherever they are. */
    readonly named: readonly string[];
  };
}

/** What the sandbox blocked, as far as it can be determined. */
export interface SandboxBlock {
  /** Names of hosts; empty with `isNetwork` true: the host is not known. */
  readonly hosts: readonly string[];
  readonly isNetwork: boolean;
  /** Where it could not write, according to its output. */
  readonly writes: readonly string[];
  /** What it could not read or run. */
  readonly hidden: readonly string[];
  /** Why a host was refused, if the reason is more than a missing permission. */
  readonly notes?: readonly string[];
  /** The command succeeded anyway, so there is nothing to ask the user. */
  readonly isDispensable?: boolean;
}

/** The choice that runs a command outside the sandbox, this time only. */
export const OUTSIDE_ONCE = 'run outside the sandbox';

/** What the sandbox blocked, in a few words. */
export function describeBlock({ hosts, isNetwork, writes, hidden, notes = [] }: SandboxBlock): string {
  const network = hosts.length > 0 ? hosts.join(', ') : isNetwork ? 'network' : '';
  const names = [network, ...writes, ...hidden].filter(each => each !== '').join(', ');
  if (notes.length === 0) return names;
  return names === '' ? notes.join('; ') : `${names} (${notes.join('; ')})`;
}
