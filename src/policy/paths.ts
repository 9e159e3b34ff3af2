import type { AffectedPath } from '../shared/proposals';

/** The context in which paths of commands are evaluated. Pure: links are known only where they were followed before. */
export interface Ground {
  /** Absolute; `/` or `\` between segments. */
  readonly cwd: string;
  readonly folders: readonly string[];
  readonly home: string;
  readonly ignoresCase: boolean;
  /** Where folders and the paths from `spelledPath` really lead, if that differs from their spelling. */
  readonly links?: ReadonlyMap<string, string>;
  /** The absolute paths that patterns among those paths match; null if there are too many. */
  readonly matches?: ReadonlyMap<string, readonly string[] | null>;
}

export interface Place extends AffectedPath {
  /** The path with links followed. */
  readonly absolute: string;
  /** The path by its spelling alone; often the same. */
  readonly spelled: string;
}

/** Where a path of a command leads. It is outside if its spelling or the target of its links is outside. */
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

/** Where a path of a command leads, with all matches if it is a pattern; null if they are not known. */
export function locateAll(path: string, ground: Ground): readonly Place[] | null {
  const matches = ground.matches?.get(spelledPath(path, ground));
  return matches === null ? null : [path, ...(matches ?? [])].map(each => locate(each, ground));
}

/** The absolute path with its `..` kept, because `..` after a link leads elsewhere. */
export function spelledPath(path: string, { cwd, home }: Ground): string {
  const own = slashes(path);
  if (own === '~' || own.startsWith('~/')) return `${slashes(home)}${own.slice(1)}`;
  // Another user's home directory.
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
