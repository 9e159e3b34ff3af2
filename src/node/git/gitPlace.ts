import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { startsNothing } from './harmlessConfig';
import { commonOf, gitDirectory, repositoryAbove, textOf } from './repositoryPlace';

interface GitPlace {
  /**
   * Git may run programs that aren't the user's: the repository is bare, so that its files lie among ordinary files, in
   * the directory or a parent, or its configuration names them.
   */
  readonly runsOthers: boolean;
  /** Remote names configured with an address. */
  readonly remotes: ReadonlySet<string>;
}

const MAX_LENGTH = 200_000;
/** A remote's section, matched with its body; without an address, git would treat the name as a path. */
const REMOTE = /^[ \t]*\[remote[ \t]+"((?:[^"\\\n]|\\.)*)"\][ \t]*\n((?:(?![ \t]*\[).*\n?)*)/gim;

/** Facts for git commands that a rule allows. Unreadable: no remotes, or `runsOthers`. */
export async function gitPlace(folder: string): Promise<GitPlace> {
  try {
    const found = repositoryAbove(await realpath(folder));
    if (found === null) return { runsOthers: false, remotes: new Set() };
    if (found.isBare) return { runsOthers: true, remotes: new Set() };
    const directory = await gitDirectory(found.top);
    if (directory === null) return { runsOthers: true, remotes: new Set() };
    const config = (await textOf(join(await commonOf(directory), 'config'))) ?? '';
    const own = (await textOf(join(directory, 'config.worktree'))) ?? '';
    return { runsOthers: !startsNothing(config) || !startsNothing(own), remotes: remotesIn(config) };
  } catch {
    return { runsOthers: true, remotes: new Set() };
  }
}

function remotesIn(config: string): ReadonlySet<string> {
  if (config.length > MAX_LENGTH) return new Set();
  const sections = [...config.replaceAll('\r\n', '\n').matchAll(REMOTE)];
  return new Set(
    sections.flatMap(([, name = '', body = '']) => (/^[ \t]*url[ \t]*=[ \t]*\S/im.test(body) ? [name] : [])),
  );
}
