import type { CommandSandbox, ConfineCommand } from '../agent/ports/sandbox';
import type { CommandProposal } from '../shared/proposals';
import type { SandboxBlock, SandboxGuards, SandboxTier } from '../shared/sandbox';
import { CreatedFiles, type After } from './createdFiles';
import { profileOf, type SandboxPlaces } from './profile';
import { UNCONFINED } from './unconfined';

export interface SandboxedCommandsOptions {
  /** Finds the tier that works on this machine; called once, before the first command. */
  readonly probe: () => Promise<{
    readonly sandbox: CommandSandbox | null;
    readonly failures: Readonly<Partial<Record<SandboxTier, string>>>;
  }>;
  readonly isOn: () => boolean;
  readonly isRequired: () => boolean;
  /** Current facts about the disk; `programs` are names. */
  readonly places: (programs: readonly string[], files: SandboxGuards['files']) => SandboxPlaces;
  /** See `PolicySandbox`. */
  readonly recordsIn?: (folder: string) => Promise<string | undefined>;
  /** The current rules; absent: none. */
  readonly guards?: () => Promise<SandboxGuards>;
  /** Called with the paths of which the user is to be told (see `ConfinedLaunch.follow`). */
  readonly onCreated?: (paths: readonly string[]) => void;
  readonly after?: After;
}

/** The number of commands whose blocks are remembered. */
const MAX_BLOCKS = 200;

/** More than one command: the exit code may say nothing about what was blocked. Quoted ones count, to no harm. */
const JOINED = /[|;\n]/;

type Command = Pick<CommandProposal, 'command' | 'cwd'>;

/** Sandboxes the commands of a window or run, and remembers which tier works and what was blocked for which command. */
export class SandboxedCommands {
  readonly #blocks = new Map<string, SandboxBlock>();
  readonly #told = new Map<string, string>();
  #probed: ReturnType<SandboxedCommandsOptions['probe']> | undefined;

  constructor(private readonly options: SandboxedCommandsOptions) {}

  /** The facts that policy needs. */
  forPolicy() {
    const { isOn, isRequired, recordsIn } = this.options;
    return {
      tier: () => this.tier(),
      isOn: isOn() || isRequired(),
      isRequired: isRequired(),
      blockedBefore: (command: Command) => this.#blocks.get(keyOf(command)),
      ...(recordsIn && { recordsIn }),
    };
  }

  async tier(): Promise<SandboxTier | 'none'> {
    return (await this.#probe()).sandbox?.tier ?? 'none';
  }

  /** Why each unavailable tier doesn't work here. */
  async failures(): Promise<Readonly<Partial<Record<SandboxTier, string>>>> {
    return (await this.#probe()).failures;
  }

  /** The description for the model. */
  async note(): Promise<string> {
    const tier = await this.tier();
    if (tier === 'none') return UNCONFINED;
    const promise = NOTES[tier];
    return `Shell commands run in a sandbox (${tier}): ${promise} What it keeps a command from is said in the result; to ask the user for it, run the same command again.`;
  }

  readonly confine: ConfineCommand = async (command, request) => {
    const { sandbox: confinement } = command;
    if (!confinement) return undefined;
    const { files: denied, deniedHosts = [] } = (await this.options.guards?.()) ?? {};
    if (confinement.where === 'outside' && confinement.programs.length === 0 && !denied) return undefined;
    const { sandbox } = await this.#probe();
    if (!sandbox) {
      if (confinement.where === 'inside') throw new Error('this machine has none any more');
      return undefined;
    }
    const places = this.options.places(confinement.programs, denied);
    const profile = profileOf(confinement, places, deniedHosts);
    const launch = await sandbox.launch(profile, request);
    const files = confinement.where === 'inside' ? this.#created(places, profile.absent) : undefined;
    return {
      ...launch,
      tier: sandbox.tier,
      created: () => files?.created() ?? [],
      follow: () => files?.follow(),
      close: () => {
        files?.end();
        launch.close();
      },
      blocked: end => {
        const block = withNamedHosts(
          launch.blocked({ ...end, isOfPart: JOINED.test(command.command) }),
          command.command,
        );
        // Rules also apply outside the sandbox, so there is nothing to ask the user about what they deny.
        const isDenied = (path: string) => places.programs.includes(path) || places.deniedReads.includes(path);
        const hidden = block?.hidden.filter(path => !isDenied(path)) ?? [];
        const isLeft = block && (block.isNetwork || block.writes.length > 0 || hidden.length > 0);
        this.#remember(command, isLeft && !block.isDispensable ? { ...block, hidden } : null, confinement.hosts);
        return block;
      },
    };
  };

  /** Releases resources; commands that are still running continue. */
  async dispose(): Promise<void> {
    (await this.#probed)?.sandbox?.dispose();
  }

  #probe() {
    return (this.#probed ??= this.options.probe());
  }

  /** Nobody was asked about these. Not among them: the stand-ins for `absent` directories. */
  #created(before: SandboxPlaces, absent: readonly string[]): CreatedFiles {
    const { places, onCreated: tell = () => undefined, after = inTime } = this.options;
    return new CreatedFiles({ find: () => places([], undefined), before, absent, told: this.#told, tell, after });
  }

  #remember(command: Command, block: SandboxBlock | null, opened: readonly string[] = []): void {
    const key = keyOf(command);
    this.#blocks.delete(key);
    if (!block) return;
    // Hosts granted to it before are needed again, in addition to those blocked now.
    const hosts = [...new Set([...opened, ...block.hosts])];
    const [oldest] = this.#blocks.keys();
    if (this.#blocks.size >= MAX_BLOCKS && oldest !== undefined) this.#blocks.delete(oldest);
    const writes = block.writes.map(path => absolute(path, command.cwd));
    this.#blocks.set(key, { ...block, ...(block.hosts.length > 0 && { hosts }), writes });
  }
}

const inTime: After = (ms, work) => {
  const timer = setTimeout(work, ms).unref();
  return () => clearTimeout(timer);
};

const NOTES: Readonly<Record<SandboxTier, string>> = {
  namespaces:
    'they write in the workspace and in /tmp (their own) only, not in .git, .vscode or .gemini, see no secrets, and have no network but hosts that the user allows.',
  landlock:
    'they write in directories of the workspace and in $TMPDIR only, make no files right in a workspace folder, see no secrets, and have no sockets at all.',
};

/** If a program doesn't report which host it missed, its command line may name it. */
function withNamedHosts(block: SandboxBlock | null, command: string): SandboxBlock | null {
  if (!block?.isNetwork || block.hosts.length > 0) return block;
  const hosts = [...command.matchAll(/\bhttps?:\/\/(?:[^\s/@'"]*@)?([\w-]+(?:\.[\w-]+)+)(?![\w.-])/g)];
  return { ...block, hosts: [...new Set(hosts.map(([, host = '']) => host.toLowerCase()))] };
}

function keyOf({ command, cwd }: Command): string {
  return `${cwd}\0${command}`;
}

/** Resolves the path if it is clear which one the program means. */
function absolute(path: string, cwd: string): string {
  if (path.startsWith('~')) return path;
  const parts: string[] = path.startsWith('/') ? [''] : cwd.split('/');
  for (const part of path.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '.' && part !== '') parts.push(part);
  }
  return parts.join('/');
}
