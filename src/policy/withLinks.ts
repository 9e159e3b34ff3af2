import { isPattern } from '../shared/globs';
import type { Ground } from './paths';

/** For those of the absolute paths that go through links, where they lead. */
export type FollowLinks = (paths: readonly string[]) => Promise<ReadonlyMap<string, string>>;

/** The paths that an absolute pattern matches; null if there are too many. */
export type FindMatches = (pattern: string, findsHidden: boolean) => Promise<readonly string[] | null>;

export interface Disk {
  readonly follow: FollowLinks;
  readonly find: FindMatches;
  readonly findsHidden: boolean;
}

/** No ordinary line needs more rounds of following links. */
const MAX_TURNS = 4;

/**
 * Returns the ground with its links and the matches of patterns. Takes several rounds, because a folder that turns
 * out to be a link may contain more links.
 */
export async function withLinks(
  start: Ground,
  touched: (ground: Ground) => readonly string[],
  disk: Disk,
): Promise<Ground> {
  const asked = new Set<string>();
  const matches = new Map<string, readonly string[] | null>();
  let links: ReadonlyMap<string, string> = new Map();
  for (let turn = 0; turn < MAX_TURNS; turn++) {
    const paths = [...(turn === 0 ? start.folders : []), ...touched({ ...start, links, matches })].filter(
      path => !asked.has(path),
    );
    if (paths.length === 0) break;
    for (const path of paths) asked.add(path);
    for (const path of paths.filter(isPattern)) {
      matches.set(path, await disk.find(path, disk.findsHidden));
    }
    const found = await disk.follow([...paths, ...paths.flatMap(path => matches.get(path) ?? [])]);
    if (found.size === 0) break;
    links = new Map([...links, ...found]);
  }
  return { ...start, links, matches };
}
