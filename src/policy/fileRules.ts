// Rules about files: the tools such rules name, and the spellings of a path they may match.

/** A rule that denies these tools to read or to write a file is taken to be about the file itself. */
export const READERS: readonly string[] = ['read_file'];
export const WRITERS: readonly string[] = ['write_file', 'replace'];

/** The spellings a model may use for a file. */
export function spellings(path: string, folders: readonly string[]): string[] {
  const folder = folders.find(each => path.startsWith(`${each}/`));
  return folder === undefined ? [path] : [path, path.slice(folder.length + 1)];
}
