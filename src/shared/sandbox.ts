// What a command may do beyond its sandbox, and what that kept it from.

/** What enforces a sandbox here: namespaces of the kernel (bubblewrap), or Landlock with a filter of system calls. */
export type SandboxTier = 'namespaces' | 'landlock';

/** Where an approved command runs. Said by policy when it is approved. */
export interface Confinement {
  /** `outside`: without a sandbox, but that programs which rules deny stay covered. */
  readonly where: 'inside' | 'outside';
  /** Hosts that it may reach, and directories besides the workspace that it may write in. */
  readonly hosts: readonly string[];
  readonly folders: readonly string[];
  /** Names of programs that rules deny to run. */
  readonly programs: readonly string[];
  /** Folders with a repository that it records in, by git alone. */
  readonly repositories?: readonly string[];
}

/** What rules give and deny to whatever runs, beside what is decided about one command. */
export interface SandboxGuards {
  readonly hosts: readonly string[];
  readonly folders: readonly string[];
  /** Names of programs. */
  readonly programs: readonly string[];
  readonly deniedHosts: readonly string[];
  /** Absent: rules deny no files. */
  readonly files?: {
    /** What is denied of an absolute path; `read`: writing as well. */
    readonly denied: (path: string) => 'read' | 'write' | undefined;
    /** Paths that may be denied wherever they are. */
    readonly named: readonly string[];
  };
}

/** What a command was kept from, as far as that can be told. */
export interface SandboxBlock {
  /** Names of hosts; empty although `isNetwork`: which one is not known. */
  readonly hosts: readonly string[];
  readonly isNetwork: boolean;
  /** Where it could not write, as it said. */
  readonly writes: readonly string[];
  /** What it could not read or run. */
  readonly hidden: readonly string[];
  /** Why a host was refused, where that is not for want of permission alone. */
  readonly notes?: readonly string[];
  /** It ended well all the same, so that there is nothing to ask about. */
  readonly isDispensable?: boolean;
}

/** The choice that runs a command outside of the sandbox this once. */
export const OUTSIDE_ONCE = 'run outside the sandbox';

/** What was kept from a command, in few words. */
export function describeBlock({ hosts, isNetwork, writes, hidden, notes = [] }: SandboxBlock): string {
  const network = hosts.length > 0 ? hosts.join(', ') : isNetwork ? 'network' : '';
  const names = [network, ...writes, ...hidden].filter(each => each !== '').join(', ');
  if (notes.length === 0) return names;
  return names === '' ? notes.join('; ') : `${names} (${notes.join('; ')})`;
}
