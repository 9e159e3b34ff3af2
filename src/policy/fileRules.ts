// Rules about files: by which tools, and as what, they are meant.

/** Whoever denies these to read or to write a file means the file. */
export const READERS: readonly string[] = ['read_file'];
export const WRITERS: readonly string[] = ['write_file', 'replace'];

/** A file as a model may name it. */
export function spellings(path: string, folders: readonly string[]): string[] {
  const folder = folders.find(each => path.startsWith(`${each}/`));
  return folder === undefined ? [path] : [path, path.slice(folder.length + 1)];
}
