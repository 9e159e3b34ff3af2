import type { GitPlace } from '../../src/policy/shell/gitUse';

/** A repository as most are. */
export const plainGit: GitPlace = { runsOthers: false, remotes: new Set(['origin', 'upstream']) };

class PlainEverywhere extends Map<string, GitPlace> {
  override get = () => plainGit;
}

/** Such a repository in every folder. */
export const gitEverywhere: ReadonlyMap<string, GitPlace> = new PlainEverywhere();
