// Absolute paths as text, with the separators of their own machine.

const separatorOf = (path: string): string => (path.startsWith('/') ? '/' : '\\');

function isAbsolute(path: string): boolean {
  return /^(?:\/|\\\\|[A-Za-z]:[\\/])/.test(path);
}

/** The parent folder of a path; undefined at the top. */
export function parentOf(path: string): string | undefined {
  const separator = separatorOf(path);
  const at = path.lastIndexOf(separator);
  if (at < 0 || path === separator) return undefined;
  const parent = path.slice(0, at);
  if (parent === '') return separator;
  return /^[A-Za-z]:$/.test(parent) ? (path.length > 3 ? `${parent}\\` : undefined) : parent;
}

/** `path` resolved from `folder`, without `.` and `..`. Accepts slashes even on a machine with other separators. */
export function resolveFrom(folder: string, path: string): string {
  const separator = separatorOf(folder);
  const spelled = separator === '/' ? path : path.replaceAll('/', '\\');
  const whole = isAbsolute(spelled) ? spelled : `${folder}${separator}${spelled}`;
  const [, top = '', rest = ''] = (separator === '/' ? /^(\/)(.*)$/s : /^(\\\\|[A-Za-z]:\\?)(.*)$/s).exec(whole) ?? [];
  const segments: string[] = [];
  for (const segment of rest.split(separator)) {
    if (segment === '..') segments.pop();
    else if (segment !== '' && segment !== '.') segments.push(segment);
  }
  return top + segments.join(separator);
}

/** Whether `path` is `folder` or below it, by its spelling. */
export function isWithin(path: string, folder: string): boolean {
  const separator = separatorOf(folder);
  const [one, other] = separator === '/' ? [path, folder] : [path.toLowerCase(), folder.toLowerCase()];
  return one === other || one.startsWith(other.endsWith(separator) ? other : other + separator);
}

/** `path` relative to `folder`, with slashes; absolute if there is no relative path. */
export function relativeTo(folder: string, path: string): string {
  const separator = separatorOf(folder);
  const [from, to] = [folder, path].map(each => each.split(separator).filter((part, i) => part !== '' || i === 0));
  if (!from || !to || from[0] !== to[0]) return path;
  let same = 0;
  while (same < from.length && same < to.length && from[same] === to[same]) same++;
  const segments = [...from.slice(same).map(() => '..'), ...to.slice(same)];
  return segments.join('/') || '.';
}

/** The folders from `top` down to `folder`, including both; only `folder` if it is not below `top`. */
export function foldersDown(top: string, folder: string): string[] {
  const folders: string[] = [];
  for (let at: string | undefined = folder; at !== undefined; at = parentOf(at)) {
    folders.unshift(at);
    if (at === top) return folders;
  }
  return [folder];
}
