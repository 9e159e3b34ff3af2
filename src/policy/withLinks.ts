import { isPattern } from '../shared/globs';
import type { Ground } from './paths';

/** Of absolute paths, where those that go through links lead. */
export type FollowLinks = (paths: readonly string[]) => Promise<ReadonlyMap<string, string>>;

/** What an absolute pattern finds; null if that are too many to look at. */
export type FindMatches = (pattern: string, findsHidden: boolean) => Promise<readonly string[] | null>;

export interface Disk {
  readonly follow: FollowLinks;
  /** Without it patterns are taken as they are spelled. */
  readonly find?: FindMatches;
  readonly findsHidden: boolean;
}

/** More turns through links than this no line needs. */
const MAX_TURNS = 4;

/**
 * The ground with the links on it, and what patterns find there. Where a folder that is entered is a link, there may be
 * more behind it.
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
      matches.set(path, (await disk.find?.(path, disk.findsHidden)) ?? (disk.find ? null : []));
    }
    const found = await disk.follow([...paths, ...paths.flatMap(path => matches.get(path) ?? [])]);
    if (found.size === 0) break;
    links = new Map([...links, ...found]);
  }
  return { ...start, links, matches };
}
