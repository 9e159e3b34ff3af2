import { spawn } from 'node:child_process';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CommandSandbox, SandboxProfile } from '../../agent/ports/sandbox';
import type { SandboxTier } from '../../shared/sandbox';
import { makeTemporaryFolder } from '../files/temporaryRoot';
import { createCommandSandbox, findSandboxPrograms, type SandboxPrograms } from './commandSandbox';
import { messageOf } from '../../shared/messageOf';

/** The strongest sandbox that works here, and why others don't. */
export interface ProbedSandbox {
  readonly sandbox: CommandSandbox | null;
  /** For each tier that doesn't work: the last line of its output. */
  readonly failures: Readonly<Partial<Record<SandboxTier, string>>>;
}

const TIERS: readonly SandboxTier[] = ['namespaces', 'landlock'];
const PATIENCE_MS = 10_000;

/** The strongest tier that works in a test run: a file inside can be written, one outside can't be read or written. */
export async function probeSandbox(tiers: readonly SandboxTier[] = TIERS): Promise<ProbedSandbox> {
  const failures: Partial<Record<SandboxTier, string>> = {};
  if (process.platform !== 'linux') return { sandbox: null, failures };
  const found = findSandboxPrograms();
  for (const tier of tiers) {
    const variants: SandboxPrograms[] =
      tier === 'namespaces'
        ? [true, false].map(disablesUserNamespaces => ({ ...found, disablesUserNamespaces }))
        : [{ ...found, disablesUserNamespaces: false }];
    const missing = tier === 'namespaces' && found.bwrap === null ? 'bwrap' : found.perl === null ? 'perl' : undefined;
    if (missing !== undefined) {
      failures[tier] = `There is no program ${missing}.`;
      continue;
    }
    for (const programs of variants) {
      const failure = await tryTier(tier, programs);
      if (typeof failure !== 'string') return { sandbox: failure, failures };
      failures[tier] = failure;
    }
  }
  return { sandbox: null, failures };
}

async function tryTier(tier: SandboxTier, programs: SandboxPrograms): Promise<CommandSandbox | string> {
  const place = makeTemporaryFolder('pollux-probe-');
  let sandbox: CommandSandbox | undefined;
  try {
    sandbox = createCommandSandbox(tier, programs);
    writeFileSync(join(place, 'outside'), '');
    const inside = makeTemporaryFolder('inside-', place);
    const profile: SandboxProfile = {
      writable: [inside],
      readOnly: [],
      absent: [],
      recorded: [],
      hidden: [join(place, 'outside')],
      network: { hosts: [] },
    };
    const script = 'echo x > "$1/made" && ! cat "$2" && { echo x > "$3/made"; echo holds; }';
    const argv = ['/bin/sh', '-c', script, 'sh', inside, join(place, 'outside'), place];
    const env = { PATH: process.env.PATH ?? '/usr/bin:/bin' };
    const launch = await sandbox.launch(profile, { argv, cwd: inside, env });
    const said = await run(launch.argv, launch.env);
    launch.close();
    if (/^holds$/m.test(said) && existsSync(join(inside, 'made')) && !existsSync(join(place, 'made'))) return sandbox;
    sandbox.dispose();
    return said.trim().split('\n').at(-1) ?? '';
  } catch (error) {
    sandbox?.dispose();
    return messageOf(error);
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

function run([file = '', ...args]: readonly string[], env: Readonly<Record<string, string>>): Promise<string> {
  return new Promise(resolve => {
    const child = spawn(file, args, { env, cwd: '/', stdio: ['ignore', 'pipe', 'pipe'], timeout: PATIENCE_MS });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
    child.once('error', error => resolve(error.message));
    child.once('close', () => resolve(said));
  });
}
