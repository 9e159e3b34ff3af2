import type { AffectedPath } from '../shared/proposals';

/** The ground that paths of commands are judged on. Pure: links are not followed here. */
export interface Ground {
  /** Absolute; `/` or `\` between segments. */
  readonly cwd: string;
  readonly folders: readonly string[];
  readonly home: string;
  readonly ignoresCase: boolean;
}

/** Where a path of a command leads, as far as its spelling tells. */
export function locate(path: string, ground: Ground): AffectedPath & { readonly absolute: string } {
  const absolute = absoluteOf(path, ground);
  const folder = ground.folders.find(each => isBelow(absolute, slashes(each), ground.ignoresCase));
  if (folder === undefined) return { path: absolute, absolute, isOutside: true };
  const relative = absolute.slice(slashes(folder).length).replace(/^\//, '');
  return { path: relative === '' ? '.' : relative, absolute, isOutside: false };
}

function absoluteOf(path: string, { cwd, home }: Ground): string {
  const own = slashes(path);
  if (own === '~' || own.startsWith('~/')) return normalised(`${slashes(home)}${own.slice(1)}`);
  // Another user's home.
  if (own.startsWith('~')) return normalised(`/${own}`);
  return normalised(/^(?:\/|[a-zA-Z]:)/.test(own) ? own : `${slashes(cwd)}/${own}`);
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
