import type { Ground } from './paths';

/** Of absolute paths, where those that go through links lead. */
export type FollowLinks = (paths: readonly string[]) => Promise<ReadonlyMap<string, string>>;

/** More turns through links than this no line needs. */
const MAX_TURNS = 4;

/** The ground with the links on it. Where a folder that is entered is a link, there may be more behind it. */
export async function withLinks(
  start: Ground,
  touched: (ground: Ground) => readonly string[],
  follow: FollowLinks,
): Promise<Ground> {
  const asked = new Set<string>();
  let links: ReadonlyMap<string, string> = new Map();
  for (let turn = 0; turn < MAX_TURNS; turn++) {
    const paths = [...(turn === 0 ? start.folders : []), ...touched({ ...start, links })].filter(
      path => !asked.has(path),
    );
    if (paths.length === 0) break;
    for (const path of paths) asked.add(path);
    const found = await follow(paths);
    if (found.size === 0) break;
    links = new Map([...links, ...found]);
  }
  return { ...start, links };
}
