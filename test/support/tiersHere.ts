import { spawnSync } from 'node:child_process';
import type { SandboxTier } from '../../src/shared/sandbox';

const LEAST_LANDLOCK = 3;

/** The tiers that this machine must offer, found with the system's own programs and none of Pollux's code. */
export function tiersHere(): readonly SandboxTier[] {
  if (process.platform !== 'linux') return [];
  const ends = (file: string, args: string) => spawnSync(file, args.split(' '), { encoding: 'utf8' });
  const works = (file: string, args: string) => ends(file, args).status === 0;
  if (!works('perl', '-e 1')) return [];
  const hasNamespaces = works('unshare', '-Ur true') && works('bwrap', '--unshare-all --dev-bind / / true');
  // landlock_create_ruleset(NULL, 0, LANDLOCK_CREATE_RULESET_VERSION)
  const { stdout } = ends('perl', '-e print(syscall(444,0,0,1))');
  const hasLandlock = Number(stdout) >= LEAST_LANDLOCK;
  return [...(hasNamespaces ? (['namespaces'] as const) : []), ...(hasLandlock ? (['landlock'] as const) : [])];
}
