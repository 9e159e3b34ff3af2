import type { AffectedPath } from '../shared/proposals';

/** The ground that paths of commands are evaluated on. Pure: links are known only as far as somebody has followed them. */
export interface Ground {
  /** Absolute; `/` or `\` between segments. */
  readonly cwd: string;
  readonly folders: readonly string[];
  readonly home: string;
  readonly ignoresCase: boolean;
  /** Where the paths that `spelledPath` gives, and folders, really lead, as far as that is another place. */
  readonly links?: ReadonlyMap<string, string>;
  /** What the patterns among those paths find, as absolute paths; null where that are too many to look at. */
  readonly matches?: ReadonlyMap<string, readonly string[] | null>;
}

export interface Place extends AffectedPath {
  /** Where it leads. */
  readonly absolute: string;
  /** As its spelling alone has it; often the same. */
  readonly spelled: string;
}

/** Where a path of a command leads. It is outside if it is so by its spelling or by where its links lead. */
export function locate(path: string, ground: Ground): Place {
  const full = spelledPath(path, ground);
  const spelled = normalised(full);
  const real = ground.links?.get(full);
  const absolute = real === undefined ? spelled : slashes(real);
  const below = (place: string, links?: Ground['links']) =>
    ground.folders
      .map(folder => slashes(links?.get(folder) ?? folder))
      .find(folder => isBelow(place, folder, ground.ignoresCase));
  const folder = real === undefined ? below(absolute) : (below(absolute, ground.links) ?? below(absolute));
  if (folder === undefined || (real !== undefined && below(spelled) === undefined)) {
    return { path: absolute, absolute, spelled, isOutside: true };
  }
  const relative = absolute.slice(folder.length).replace(/^\//, '');
  return { path: relative === '' ? '.' : relative, absolute, spelled, isOutside: false };
}

/** Where a path of a command leads, and all that it finds if it is a pattern; null if that is not known. */
export function locateAll(path: string, ground: Ground): readonly Place[] | null {
  const matches = ground.matches?.get(spelledPath(path, ground));
  return matches === null ? null : [path, ...(matches ?? [])].map(each => locate(each, ground));
}

/** The absolute path with its `..`, which lead elsewhere behind a link. */
export function spelledPath(path: string, { cwd, home }: Ground): string {
  const own = slashes(path);
  if (own === '~' || own.startsWith('~/')) return `${slashes(home)}${own.slice(1)}`;
  // Another user's home.
  if (own.startsWith('~')) return `/${own}`;
  return /^(?:\/|[a-zA-Z]:)/.test(own) ? own : `${slashes(cwd)}/${own}`;
}

function normalised(path: string): string {
  const segments: string[] = [];
  for (const segment of path.split('/')) {
    if (segment === '..') segments.pop();
    else if (segment !== '' && segment !== '.') segments.push(segment);
  }
  return (path.startsWith('/') ? '/' : '') + segments.join('/');
}

function isBelow(path: string, folder: string, ignoresCase: boolean): boolean {
  const [a, b] = ignoresCase ? [path.toLowerCase(), folder.toLowerCase()] : [path, folder];
  return a === b || a.startsWith(b.endsWith('/') ? b : `${b}/`);
}

function slashes(path: string): string {
  return path.replaceAll('\\', '/');
}
