import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { CommandResult } from '../../src/agent/ports/terminal';
import { confined } from '../../src/node/process/confined';
import { commandEnvironment, type Environment } from '../../src/node/process/environment';
import { runProcess } from '../../src/node/process/processRunner';
import { filesOfPrograms, findInWorkspace } from '../../src/node/sandbox/places';
import { probeSandbox } from '../../src/node/sandbox/probe';
import { isProtected } from '../../src/policy/protectedFiles';
import { isSecretFile } from '../../src/policy/secretFiles';
import { SandboxedCommands } from '../../src/sandbox/sandboxedCommands';
import type { Confinement, SandboxGuards, SandboxTier } from '../../src/shared/sandbox';

export const INSIDE: Confinement = { where: 'inside', hosts: [], folders: [], programs: [] };

/** A folder that commands in a sandbox can see but not write to: not `/tmp`, of which they have their own, nor `/root`. */
export function folderOutside(project = process.cwd()): string {
  const parent = /^\/(?:tmp|root)\//.test(project) ? '/var/tmp' : join(project, 'node_modules');
  return realpathSync(mkdtempSync(join(parent, '.pollux-outside-')));
}

/** Runs commands in a real sandbox of one tier, in a workspace that is not below `/tmp`. */
export class SandboxPlace {
  readonly root = folderOutside();
  readonly work = join(this.root, 'work');
  readonly home = join(this.root, 'home');
  readonly commands: SandboxedCommands;
  /** The paths below the workspace of which the user was told, in order. */
  readonly told: string[] = [];
  /** Whatever waits for its time; call it to have it come. */
  readonly waiting = new Set<() => void>();

  constructor(tier: SandboxTier, guards?: (folder: string) => SandboxGuards) {
    this.commands = new SandboxedCommands({
      probe: () => probeSandbox([tier]),
      ...(guards && { guards: async () => guards(this.work) }),
      isOn: () => true,
      isRequired: () => false,
      places: (programs, files) => ({
        folders: [this.work],
        home: this.home,
        ...findInWorkspace([this.work], { isGoverning: isProtected, isSecret: isSecretFile, files }),
        programs: filesOfPrograms(programs),
        own: [],
      }),
      onCreated: paths => this.told.push(...paths.map(path => relative(this.work, path))),
      after: (_, work) => {
        const once = () => {
          if (this.waiting.delete(once)) work();
        };
        this.waiting.add(once);
        return () => this.waiting.delete(once);
      },
    });
  }

  async run(
    command: string,
    more: Partial<Confinement> = {},
    env: Environment = process.env,
    signal: AbortSignal = new AbortController().signal,
  ): Promise<CommandResult> {
    const approved = { command, cwd: this.work, sandbox: { ...INSIDE, ...more } };
    const own = commandEnvironment(env);
    const place = await confined(approved, own, this.commands.confine);
    if ('failed' in place) return place.failed;
    const request = { command, cwd: this.work, env: own, ...place };
    return runProcess(request, () => undefined, signal);
  }

  async close(): Promise<void> {
    await this.commands.dispose();
    rmSync(this.root, { recursive: true, force: true });
  }
}
